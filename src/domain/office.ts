import type { OfficeSettings } from '#contract/office-settings.ts'

/** The fictional office of decision 30, with which a new database begins. Nothing else in code names it; who asks for the office reads it from the database or the server's answer. */
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
