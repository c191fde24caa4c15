-- What the proposed taxes and fees of an application turn on beside its amounts (domain/rates).
alter table application
  add column taxed_as text,
  add column heavy_tax text,
  add column standard_value bigint,
  add column filing_method text;
