-- Where an address does not tell whether bonds are bought by the rates of 특별시 and 광역시, somebody chooses.
alter table application add column bond_region text;
