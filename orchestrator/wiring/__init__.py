"""Joins the stages: the registry of implementations, policy, targets, material, the report and the files it leaves."""
