"""Stage 3, who reviews: lens files and the change in, a Roster with every drop explained out."""
