import type { Database } from '#server/db/client.ts'
import type { ProviderPerson } from './login-provider.ts'

/** Fictional colleagues without sessions: the local provider does not offer them. */
const demoColleagues = [
  { id: '00000000-0000-7000-8000-000000000011', account: 'colleague-1', nickname: '이나래', employedOn: '2019-03-04' },
  { id: '00000000-0000-7000-8000-000000000012', account: 'colleague-2', nickname: '최도담', employedOn: '2023-08-16' },
  { id: '00000000-0000-7000-8000-000000000013', account: 'colleague-3', nickname: '정하람', employedOn: '2026-02-02' },
] as const

/** The accounts on the local provider's authorize page, in order. All people are fictional. */
export const demoAccounts = {
  superuser: {
    id: '00000000-0000-7000-8000-000000000001',
    label: '최고관리자',
    hint: '사용자와 작업까지 모두 관리합니다.',
    person: demoPerson('superuser', '한온결', { isStaff: true, isSuperuser: true }),
  },
  staff: {
    id: '00000000-0000-7000-8000-000000000002',
    label: '직원',
    hint: '사건부와 업무 화면을 씁니다.',
    person: demoPerson('staff', '김가온', { isStaff: true, isSuperuser: false }),
  },
  member: {
    id: '00000000-0000-7000-8000-000000000003',
    label: '일반 회원',
    hint: '공개된 화면만 봅니다.',
    person: demoPerson('member', '박새론', { isStaff: false, isSuperuser: false }),
  },
} as const satisfies Record<string, { id: string; label: string; hint: string; person: ProviderPerson }>

export type DemoAccount = keyof typeof demoAccounts

export const demoAccountNames = Object.keys(demoAccounts) as [DemoAccount, ...DemoAccount[]]

/** Creates missing demo users; existing ones keep the roles a superuser has changed. */
export async function loadDemoUsers(db: Database): Promise<void> {
  const rows = Object.values(demoAccounts).map(({ id, person }) => ({
    id,
    provider: 'local' as const,
    provider_id: person.providerId,
    nickname: person.nickname,
    username: person.providerId,
    email: person.email,
    phone: person.phone,
    is_staff: person.demo.isStaff,
    is_superuser: person.demo.isSuperuser,
    is_demo: true,
    employment_date: null,
  }))
  const colleagues = demoColleagues.map(({ id, account, nickname, employedOn }) => ({
    id,
    provider: 'local' as const,
    provider_id: account,
    nickname,
    username: account,
    email: null,
    phone: null,
    is_staff: true,
    is_superuser: false,
    is_demo: true,
    employment_date: employedOn,
  }))
  await db
    .insertInto('app_user')
    .values([...rows, ...colleagues])
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Deletes the demo users who cannot sign in; the others stay, see `removeDemoData`. */
export async function removeDemoColleagues(db: Database): Promise<void> {
  const ids = demoColleagues.map(({ id }) => id)
  await db.deleteFrom('app_user').where('id', 'in', ids).where('is_demo', '=', true).execute()
}

/** The staff of the fictional office; the first of them decides on requests. */
export const demoStaff = [
  { id: demoAccounts.superuser.id, name: demoAccounts.superuser.person.nickname },
  { id: demoAccounts.staff.id, name: demoAccounts.staff.person.nickname },
  ...demoColleagues.map(({ id, nickname }) => ({ id, name: nickname })),
] as const

function demoPerson(account: string, nickname: string, demo: { isStaff: boolean; isSuperuser: boolean }) {
  return {
    providerId: account,
    nickname,
    profileImg: null,
    thumbnailImg: null,
    phone: null,
    email: `${account}@example.com`,
    demo,
  } satisfies ProviderPerson
}
