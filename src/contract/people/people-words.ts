/** Roles, each including the ones before it. */
export const peopleRoles = [
  { value: 'member', label: '일반 회원' },
  { value: 'staff', label: '직원', tone: 'info' },
  { value: 'superuser', label: '최고관리자', tone: 'primary' },
] as const
export type PeopleRole = (typeof peopleRoles)[number]['value']

export const peopleStates = [
  { value: 'active', label: '사용', tone: 'good' },
  { value: 'blocked', label: '차단', tone: 'seal' },
] as const
