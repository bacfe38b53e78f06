"""Paperbot: papers found, read and delivered in Discord."""
