import { createMemoryHistory, isRedirect } from '@tanstack/react-router'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { getRequestedPath, homeRedirect } from '#app/session/guards.ts'
import { session, setSignedOut, setUser } from '#app/session/session-store.ts'
import { storageKeys } from '#app/session/stored-login/stored-login.ts'
import { listNavGroups } from '#app/shell/staff-frame/nav-entries.tsx'
import { appPaths } from '#contract/app-paths.ts'
import { newId } from '#mirror/runtime/new-id.ts'
import { createFakeStorage } from '#tests/support/fakes/local-storage.ts'
import { createAppRouter } from './router.tsx'

type Visitor = 'visitor' | 'member' | 'staff' | 'superuser'

const stored = new Map<string, string>()
beforeEach(() => vi.stubGlobal('localStorage', createFakeStorage(stored)))
afterEach(() => {
  stored.clear()
  setSignedOut()
  homeRedirect.reason = null
  vi.unstubAllGlobals()
})

function enterAs(visitor: Visitor): void {
  if (visitor === 'visitor') return
  const isSuperuser = visitor === 'superuser'
  stored.set(storageKeys.accessToken, 'a token')
  setUser({
    id: newId(),
    nickname: '김가온',
    username: '',
    first_name: '',
    last_name: '',
    email: null,
    last_login: null,
    kakao_profile_img: null,
    kakao_thumbnail_img: null,
    kakao_phone_number: null,
    is_active: true,
    is_staff: isSuperuser || visitor === 'staff',
    is_superuser: isSuperuser,
  })
}

const createRouterAt = (path: string) =>
  createAppRouter({ takeEmbedded: () => undefined, history: createMemoryHistory({ initialEntries: [path] }) })

/**
 * Where the router redirects from this URL; null when it admits the user. Does not load the screen.
 */
function leadFrom(path: string, cause: 'enter' | 'preload' = 'preload'): unknown {
  const router = createRouterAt(path)
  const { latestLocation: location } = router
  const routeId: unknown = router.matchRoutes(location).at(-1)?.routeId
  const beforeLoad: unknown = Object.values(router.routesById).find(({ id }) => id === routeId)?.options.beforeLoad
  try {
    if (typeof beforeLoad === 'function') beforeLoad({ location, cause })
    return null
  } catch (thrown) {
    if (!isRedirect(thrown)) throw thrown
    return thrown.options.to
  }
}

/** Routes closed to some visitors; all others are open to everyone. */
const restrictedPaths: Readonly<Record<Exclude<Visitor, 'visitor'>, readonly string[]>> = {
  member: ['/services', '/account/devices'],
  staff: [
    '/staff',
    '/staff/calendar',
    '/staff/reminders',
    '/staff/card-report',
    '/staff/car-ledger',
    '/staff/leave-request',
    '/staff/register',
    '/staff/outbox',
    '/staff/inquiries',
    '/staff/addresses',
    '/staff/blog',
    '/staff/blog/$id',
    '/staff/api',
    '/account/security',
    '/account/notifications',
    '/popup/$kind/$id',
  ],
  superuser: ['/settings', '/settings/server'],
}

describe('closes screens', () => {
  test.each([
    ['visitor', [...restrictedPaths.member, ...restrictedPaths.staff, ...restrictedPaths.superuser]],
    ['member', [...restrictedPaths.staff, ...restrictedPaths.superuser]],
    ['staff', restrictedPaths.superuser],
    ['superuser', []],
  ] as const)('for a %s exactly when they are meant for other roles', (visitor, shut) => {
    enterAs(visitor)
    expect(appPaths.filter((path) => leadFrom(path) === '/').toSorted()).toEqual([...shut].toSorted())
  })
})

test.each(['staff', 'superuser'] as const)('leaves screens closed to them out of the navigation of %s', (visitor) => {
  enterAs(visitor)
  const paths = listNavGroups(session.user).flatMap((group) => group.entries.map(({ path }) => path))
  expect(paths).toContain('/services/real-estate')
  expect(paths.filter((path) => leadFrom(path) !== null)).toEqual([])
  expect(paths.includes('/settings')).toBe(visitor === 'superuser')
})

test('redirects links from before the server had its own page', () => {
  enterAs('superuser')
  for (const tab of ['status', 'tasks', 'api-test']) expect(leadFrom(`/settings?tab=${tab}`)).toBe('/settings/server')
  expect(leadFrom('/settings?tab=office')).toBeNull()
})

describe('a user redirected home', () => {
  const deepLinks = [
    '/staff/inquiries?state=new#list',
    '/staff/leave-request?tab=list',
    '/services',
    '/settings#demo-data',
    '/popup/real-estate/01990000-0000-7000-8000-00000000abcd?tab=date#cost',
  ]

  test.each(deepLinks)('continues to %s after signing in there, with its query and hash', (deep) => {
    expect(leadFrom(deep, 'enter')).toBe('/')
    expect(getRequestedPath()).toBe(deep)
  })

  test.each([
    ['member', '/staff/outbox', 'not_permitted'],
    ['member', '/settings', 'not_permitted'],
    ['staff', '/settings', 'superusers_only'],
  ] as const)('learns the reason: %s at %s', (visitor, path, kind) => {
    enterAs(visitor)
    expect(leadFrom(path, 'enter')).toBe('/')
    expect(homeRedirect.reason).toEqual({ kind })
  })

  test('sees no notice for a link that was only hovered', () => {
    expect(leadFrom('/staff/outbox')).toBe('/')
    expect(homeRedirect.reason).toBeNull()
  })
})

test.each([
  '/services/deposit?tab=manager&search=%EA%B9%80#row',
  '/services/real-estate?tab=table&search=%E3%84%B1#row',
])('keeps the URL %s as typed, for the sign-in that returns to it', (deep) => {
  expect(createRouterAt(deep).latestLocation.href).toBe(deep)
  expect(leadFrom(deep)).toBeNull()
})
