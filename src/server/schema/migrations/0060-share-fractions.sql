-- A share as it was typed: a percentage of two decimals cannot say 3/7.
alter table unit_owner add column share_fraction text;
alter table unit_mortgage add column share_fraction text;
