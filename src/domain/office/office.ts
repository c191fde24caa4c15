import type { OfficeSettings } from '#contract/office/office-settings.ts'

/**
 * The fictional office of the demo data. Only this file names it; everything else reads the office
 * from the database or the server's response.
 */
export const newOffice: OfficeSettings = {
  version: 1,
  name: '온결 법무사사무소',
  letter_mark: '온결법무',
  scrivener_title: '법무사',
  scrivener: '한온결',
  registration_number: '',
  address: '서울특별시 (가상의 주소)',
  telephone: '02-000-0000',
  fax: '',
  email: '',
  hours: '평일 09:00–18:00',
  account: '',
  seal_letters: '온결',
  seal_image: null,
}

/** Fields that, if printed, would look like a real person, place or number. */
const fictionalFields = ['letter_mark', 'scrivener', 'address', 'telephone', 'seal_letters'] as const

/**
 * The office as shown to everybody. `saved`: the stored settings, if any. Without demo data nothing
 * is published in the fictional office's name: it has no name (`isUnnamed`) until a superuser sets
 * one.
 */
export function resolveOffice(saved: OfficeSettings | undefined, { isDemo }: { isDemo: boolean }): OfficeSettings {
  const office = saved ?? newOffice
  if (isDemo || office.name !== newOffice.name) return office
  const replaced = fictionalFields.map((key) => [key, office[key] === newOffice[key] ? '' : office[key]])
  return { ...office, ...Object.fromEntries(replaced), name: '' }
}
