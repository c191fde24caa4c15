-- The search index held pairs of characters, so a search for a single syllable (김) read the whole table. Now it holds single characters too: such a character is the
-- pair of nothing and itself (server/db/lists/search-grams.ts), which is its code as a smallint. The tables are written anew: an `update` would leave every row twice.
create function letters_of(words text) returns smallint[] language sql immutable as $$
  select coalesce(array_agg(distinct ((ascii(letter) + 32768) % 65536 - 32768)::smallint), '{}')
  from unnest(string_to_array(words, null)) letter
  where ascii(letter) between 33 and 65535
$$;
alter table real_estate alter column search_grams type smallint[] using search_grams || letters_of(search_text);
alter table deposit_case alter column search_grams type smallint[] using search_grams || letters_of(search_text);
alter table quick_delivery alter column search_grams type smallint[] using search_grams || letters_of(search_text);
drop function letters_of(text);

-- What a list can be filtered by stands among the keys behind its order, no more beside them: so a filter passes over rows in the index, even where words have to be looked
-- at in the table (the oldest cases of a word no longer cost a look at all newer ones).
drop index real_estate_newest;
create index real_estate_newest on real_estate (created_at desc nulls last, id, group_id, receipted_at, registrated_at);
drop index deposit_case_newest;
create index deposit_case_newest on deposit_case
  (created_at desc nulls last, id, business_section, business_manager, purpose, status, receipted_at, registrated_at);
