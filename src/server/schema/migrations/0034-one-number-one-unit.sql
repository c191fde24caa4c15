-- No two units of one group bear the same 동호수.
create unique index real_estate_unit_number on real_estate_unit (group_id, dongho);
