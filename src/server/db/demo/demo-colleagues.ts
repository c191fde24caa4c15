/** Fictional people of the office who keep no session: the local provider offers no way in for them (research/domain.md §7). */
export const demoColleagues = [
  { id: '00000000-0000-7000-8000-000000000011', account: 'colleague-1', nickname: '이나래', employedOn: '2019-03-04' },
  { id: '00000000-0000-7000-8000-000000000012', account: 'colleague-2', nickname: '최도담', employedOn: '2023-08-16' },
  { id: '00000000-0000-7000-8000-000000000013', account: 'colleague-3', nickname: '정하람', employedOn: '2026-02-02' },
] as const
