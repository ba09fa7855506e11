"""Whole sentences: what sets them off, their steps one after the other, whom they leave behind, and what stands before them."""
