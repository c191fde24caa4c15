-- A row stands here as long as the office holds demo data: every page asks, and looking for demo rows in every table would cost more than the page.
create table demo_mark (
  since timestamptz primary key default now()
);
insert into demo_mark (since)
select now() where exists (select from real_estate where is_demo) or exists (select from deposit_case where is_demo)
  or exists (select from company where is_demo) or exists (select from quick_delivery where is_demo)
  or exists (select from card_usage where is_demo) or exists (select from leave_request where is_demo)
  or exists (select from inquiry where is_demo) or exists (select from blog_post where is_demo);
