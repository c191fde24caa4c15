-- A correction of an official letter is a letter of its own under the same number: the next version 판, pointing at the one it corrects. A letter is corrected
-- once, the correction again once: one line of versions.
alter table official_letter add column version integer not null default 1;
alter table official_letter add column corrects uuid unique references official_letter (id);
alter table official_letter drop constraint official_letter_year_number_key;
alter table official_letter add unique (year, number, version);

-- Templates 서식 of official letters: the office's own, filled from a case when somebody begins a letter with one. The first three are a beginning, to be changed.
create table letter_template (
  id uuid primary key,
  version integer not null default 1,
  name text not null,
  title text not null,
  content text not null,
  updated_by text not null default '',
  inserted_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
insert into letter_template (id, name, title, content) values
  ('00000000-0000-7000-8000-000000000001', '비용 청구', '{사업구간} 공탁 비용 청구',
'1. 귀 기관의 무궁한 발전을 기원합니다.
2. 「{사업구간}」 공탁 및 등기 업무와 관련하여 아래와 같이 비용을 청구하오니 지급하여 주시기 바랍니다.
가. 의뢰번호: {의뢰번호}
나. 청구 내역
1) 보수료: {보수료}
2) 부가세: {부가세}
3) 제증명: {제증명}
4) 공과금: {공과금}
5) 증지·인지: {증지·인지}
다. 청구 금액: {합계}
{표}

붙임  1. 비용내역서 1부.
2. 세금계산서 1부.'),
  ('00000000-0000-7000-8000-000000000002', '공탁 완료 통지', '{사업구간} 공탁 완료 통지',
'1. 귀 기관의 무궁한 발전을 기원합니다.
2. 귀 기관에서 의뢰하신 공탁 사건(의뢰번호 {의뢰번호})의 공탁이 완료되어 아래와 같이 통지합니다.
가. 피공탁자: {소유자}
나. 공탁번호: {공탁번호}
다. 공탁금액: {공탁금액}
{표}

붙임  공탁서 사본 1부.'),
  ('00000000-0000-7000-8000-000000000003', '등기 완료 통지', '{사업구간} 등기 완료 통지',
'1. 귀 기관의 무궁한 발전을 기원합니다.
2. 귀 기관에서 의뢰하신 아래 부동산의 {등기목적} 등기가 완료되어 통지합니다.
가. 관할등기소: {관할등기소}
나. 등기접수일: {등기접수일}
{표}

붙임  등기필정보 및 등기완료통지서 1부.');

-- What a post's cover shows, for those who do not see it, and the picture of who wrote it: the path of a stored picture, as `image` is.
alter table blog_post add column image_alt text not null default '';
alter table blog_post add column author_image text;
