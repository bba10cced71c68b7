"""What is widely believed and wrong, beside what holds instead."""

KEY = "folklore"
