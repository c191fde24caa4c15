-- The usual order of the case books and of the units: filed last first, those without a day of filing at the end.
drop index real_estate_newest;
drop index real_estate_of_group;
create index real_estate_newest on real_estate
  (created_at desc nulls last, id desc, group_id, receipted_at, registrated_at);
create index real_estate_of_group on real_estate (group_id, created_at desc nulls last, id desc)
  include (receipted_at, registrated_at);
drop index deposit_case_newest;
drop index deposit_case_of_section;
drop index deposit_case_of_manager;
drop index deposit_case_of_purpose;
drop index deposit_case_of_status;
create index deposit_case_newest on deposit_case
  (created_at desc nulls last, id desc, business_section, business_manager, purpose, status, receipted_at, registrated_at);
create index deposit_case_of_section on deposit_case (business_section, created_at desc nulls last, id desc)
  include (business_manager, purpose, status, receipted_at, registrated_at);
create index deposit_case_of_manager on deposit_case (business_manager, created_at desc nulls last, id desc)
  include (business_section, purpose, status, receipted_at, registrated_at);
create index deposit_case_of_purpose on deposit_case (purpose, created_at desc nulls last, id desc)
  include (business_section, business_manager, status, receipted_at, registrated_at);
create index deposit_case_of_status on deposit_case (status, created_at desc nulls last, id desc)
  include (business_section, business_manager, purpose, receipted_at, registrated_at);
drop index real_estate_unit_newest;
drop index real_estate_unit_of_group;
create index real_estate_unit_newest on real_estate_unit
  (regi_date desc nulls last, id desc, group_id, receipted_at, registrated_at);
create index real_estate_unit_of_group on real_estate_unit (group_id, regi_date desc nulls last, id desc);
