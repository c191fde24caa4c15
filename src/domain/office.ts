/** The fictional office of decision 30. It moves into office settings, edited by a superuser, when those are built. */
export const office = {
  name: '온결 법무사사무소',
  /** Stands before the number of its letters: 온결법무 2026-0001호. */
  letterMark: '온결법무',
  scrivener: '법무사 한온결',
  address: '서울특별시 (가상의 주소)',
  telephone: '02-000-0000',
  hours: '평일 09:00–18:00',
} as const
