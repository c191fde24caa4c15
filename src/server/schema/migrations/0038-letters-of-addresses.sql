-- Cost claims of addresses are official letters too, under the same numbers; an address may have no deposit case.

alter table official_letter alter column deposition drop not null;
alter table official_letter add column address_id uuid;
alter table official_letter add constraint official_letter_of_something check (deposition is not null or address_id is not null);
create index official_letter_of_address on official_letter (address_id, year, number) where address_id is not null;

-- 공탁서 names 공탁자 by the number of the company.
alter table company add column corporate_num text;
