-- Statutory rates and fees (decision 23): what holds from which day, never in code. The first versions are a beginning: each says where it comes from, and a superuser keeps them.
-- Amounts are won, rates percent; a line of a table ends at `up_to` won. What each kind holds: src/contract/rates.ts.
create table statutory_rate (
  id uuid primary key,
  version integer not null default 1,
  kind text not null,
  effective_from date not null,
  data jsonb not null,
  note text not null default '',
  updated_by text not null default '',
  inserted_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (kind, effective_from)
);

insert into statutory_rate (id, kind, effective_from, data, note) values
('00000000-0000-7000-8000-000000000021', 'registration_fee', '2012-12-01',
  '{"transfer": {"paper": 15000, "eform": 13000, "electronic": 10000}, "inheritance": {"paper": 15000, "eform": 13000, "electronic": 10000}, "trust": {"paper": 0, "eform": 0, "electronic": 0}, "other": {"paper": 3000, "eform": 2000, "electronic": 1000}}',
  '등기사항증명서 등 수수료규칙(대법원규칙 제2433호, 2012. 12. 1. 시행). 2025. 7. 31.까지 접수한 사건. 금액은 실무 자료로 확인해 주세요.'),
('00000000-0000-7000-8000-000000000022', 'registration_fee', '2025-08-01',
  '{"transfer": {"paper": 18000, "eform": 15000, "electronic": 10000}, "inheritance": {"paper": 20000, "eform": 17000, "electronic": null}, "trust": {"paper": 8000, "eform": 6000, "electronic": 4000}, "other": {"paper": 4000, "eform": 3000, "electronic": 1000}}',
  '등기사항증명서 등 수수료규칙 제5조의2, 제5조의5(대법원규칙 제3222호, 2025. 8. 1. 시행)'),
('00000000-0000-7000-8000-000000000023', 'registration_tax', '2014-01-01',
  '{"mortgage": 0.2, "lease": 0.2, "other": 6000}',
  '지방세법 제28조 제1항 제1호. 세율은 조례로 달라질 수 있으니 확인해 주세요.'),
('00000000-0000-7000-8000-000000000024', 'local_education_tax', '2014-01-01',
  '{"registration": 20, "house": 20, "other": 20, "deducted": 2, "heavy": 0.4}',
  '지방세법 제151조 제1항'),
('00000000-0000-7000-8000-000000000025', 'rural_tax', '2014-01-01',
  '{"standard": 0.2, "heavy_8": 0.6, "heavy_12": 1, "exempt_area": 85}',
  '농어촌특별세법 제5조 제1항 제6호, 제4조 제11호(서민주택). 수도권 밖 읍·면의 100㎡ 이하는 직접 고쳐 주세요.'),
('00000000-0000-7000-8000-000000000026', 'acquisition_tax', '2020-01-01',
  '{"house_low": 1, "house_low_to": 600000000, "house_high": 3, "house_high_over": 900000000, "heavy_8": 8, "heavy_12": 12, "land": 4, "farmland": 3, "gift": 3.5, "inheritance": 2.8, "inheritance_farmland": 2.3, "division": 2.3}',
  '지방세법 제11조, 제13조의2(다주택 중과는 2020. 8. 12.부터)'),
('00000000-0000-7000-8000-000000000027', 'stamp_duty', '2014-01-01',
  '{"amounts": [{"up_to": 10000000, "percent": 0, "base": 0}, {"up_to": 30000000, "percent": 0, "base": 20000}, {"up_to": 50000000, "percent": 0, "base": 40000}, {"up_to": 100000000, "percent": 0, "base": 70000}, {"up_to": 1000000000, "percent": 0, "base": 150000}, {"up_to": null, "percent": 0, "base": 350000}], "house_exempt": 100000000}',
  '인지세법 제3조 제1항 제1호, 제6조 제5호'),
('00000000-0000-7000-8000-000000000028', 'housing_bond', '2015-07-01',
  '{"house_city": [{"up_to": 19999999, "percent": 0, "base": 0}, {"up_to": 49999999, "percent": 1.3, "base": 0}, {"up_to": 99999999, "percent": 1.9, "base": 0}, {"up_to": 159999999, "percent": 2.1, "base": 0}, {"up_to": 259999999, "percent": 2.3, "base": 0}, {"up_to": 599999999, "percent": 2.6, "base": 0}, {"up_to": null, "percent": 3.1, "base": 0}], "house_other": [{"up_to": 19999999, "percent": 0, "base": 0}, {"up_to": 49999999, "percent": 1.3, "base": 0}, {"up_to": 99999999, "percent": 1.4, "base": 0}, {"up_to": 159999999, "percent": 1.6, "base": 0}, {"up_to": 259999999, "percent": 1.8, "base": 0}, {"up_to": 599999999, "percent": 2.1, "base": 0}, {"up_to": null, "percent": 2.6, "base": 0}], "land_city": [{"up_to": 4999999, "percent": 0, "base": 0}, {"up_to": 49999999, "percent": 2.5, "base": 0}, {"up_to": 99999999, "percent": 4, "base": 0}, {"up_to": null, "percent": 5, "base": 0}], "land_other": [{"up_to": 4999999, "percent": 0, "base": 0}, {"up_to": 49999999, "percent": 2, "base": 0}, {"up_to": 99999999, "percent": 3.5, "base": 0}, {"up_to": null, "percent": 4.5, "base": 0}], "building_city": [{"up_to": 9999999, "percent": 0, "base": 0}, {"up_to": 129999999, "percent": 1, "base": 0}, {"up_to": 249999999, "percent": 1.6, "base": 0}, {"up_to": null, "percent": 2, "base": 0}], "building_other": [{"up_to": 9999999, "percent": 0, "base": 0}, {"up_to": 129999999, "percent": 0.8, "base": 0}, {"up_to": 249999999, "percent": 1.4, "base": 0}, {"up_to": null, "percent": 1.8, "base": 0}], "free_city": [{"up_to": 9999999, "percent": 0, "base": 0}, {"up_to": 49999999, "percent": 1.8, "base": 0}, {"up_to": 149999999, "percent": 2.8, "base": 0}, {"up_to": null, "percent": 4.2, "base": 0}], "free_other": [{"up_to": 9999999, "percent": 0, "base": 0}, {"up_to": 49999999, "percent": 1.4, "base": 0}, {"up_to": 149999999, "percent": 2.5, "base": 0}, {"up_to": null, "percent": 3.9, "base": 0}], "mortgage": [{"up_to": 19999999, "percent": 0, "base": 0}, {"up_to": null, "percent": 1, "base": 0}], "unit": 10000}',
  '주택도시기금법 시행령 별표(제1종국민주택채권 매입기준). 별표 원문으로 확인해 주세요.'),
('00000000-0000-7000-8000-000000000029', 'fee_standard', '2024-09-12',
  '{"amounts": [{"up_to": 50000000, "percent": 0, "base": 210000}, {"up_to": 100000000, "percent": 0.1, "base": 210000}, {"up_to": 300000000, "percent": 0.09, "base": 260000}, {"up_to": 500000000, "percent": 0.08, "base": 440000}, {"up_to": 1000000000, "percent": 0.07, "base": 600000}, {"up_to": 2000000000, "percent": 0.05, "base": 950000}, {"up_to": 20000000000, "percent": 0.03, "base": 1450000}, {"up_to": null, "percent": 0.01, "base": 6850000}], "cancellation": 0, "acquisition_report": 50000, "bond_purchase": 40000, "day_short": 80000, "day_long": 160000}',
  '법무사보수기준(대한법무사협회 회칙, 2024. 9. 12. 시행). 상한이며, 20억원을 넘는 구간은 확인해 주세요.');
