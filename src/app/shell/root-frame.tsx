import { Outlet, useLocation, useMatches, useSearch, useRouter } from '@tanstack/react-router'
import { Suspense, lazy, useEffect } from 'react'
import { isPublicPath } from '#contract/app-paths.ts'
import { isUnnamed } from '#domain/office/office-words.ts'
import { isStaff, useSession, session, setLapsed, setSignedOut } from '../session/session-store.ts'
import { documentTitle, notFoundTitle } from '../ui/document-title.ts'
import { useOffice } from '../ui/office-facts.ts'
import { fetchStaffArea } from './fetch-staff-area.ts'
import { AloneFrame, PublicFrame, UnnamedFrame } from './public-frame.tsx'
import { LedHomeNotice } from './led-home-notice.tsx'
import { isUnknownAddress, type ScreenFacts } from './screen-facts.ts'
import { ScreenPending } from './screen-pending.tsx'
import { UpdatePrompt } from './update-prompt.tsx'
import { isFullScreen } from '../ui/full-screen.ts'
import { cleanUpOnSignOut } from '../session/clean-up-on-sign-out.ts'
import { restoreSession } from '../session/restore-session.ts'
import { onSessionEvent } from '../session/session-channel.ts'
import { readStoredLogin } from '../session/stored-login.ts'

const StaffArea = lazy(() => fetchStaffArea().then((module) => ({ default: module.StaffArea })))

/** Frame around every screen: the public site or the back office, and app-wide parts. */
export function RootFrame() {
  useSessionNews()
  useFollowPlainLinks()
  const facts = useScreenFacts()
  return (
    <>
      <Frame facts={facts} />
      <LedHomeNotice />
      <UpdatePrompt />
    </>
  )
}

function Frame({ facts }: { facts: ScreenFacts }) {
  const path = useLocation({ select: ({ pathname }) => pathname })
  const isOfSite = facts === notFoundFacts || sitePlaces.includes(path.replace(/(?<=.)\/$/, '')) || isPublicPath(path)
  if (isUnnamed(useOffice()) && isOfSite && facts.frame !== 'staff') return <UnnamedFrame />
  if (facts.frame === 'public') {
    return (
      <PublicFrame hasFoot={facts.hasNoFoot !== true}>
        <Outlet />
      </PublicFrame>
    )
  }
  if (facts.frame === 'alone') {
    return (
      <AloneFrame>
        <Outlet />
      </AloneFrame>
    )
  }
  return (
    <Suspense fallback={<ScreenPending />}>
      <StaffArea facts={facts} isBare={facts.frame === 'bare'} />
    </Suspense>
  )
}

/** Paths of the public site that search engines are not sent to. */
const sitePlaces = ['/services', '/features']

const notFoundFacts: ScreenFacts = { title: notFoundTitle, frame: 'staff_if_staff' }

/** Facts of the current screen, already resolved for staff or visitors. */
function useScreenFacts(): ScreenFacts {
  const state = useSession()
  const stated = useMatches({
    select: (matches) => (isUnknownAddress(matches) ? notFoundFacts : matches.at(-1)?.staticData),
  })
  const address: unknown = useSearch({ strict: false })
  const resolved = resolveFacts(stated ?? { title: '', frame: 'public' }, isStaff(state))
  const facts = resolved.canFillScreen && isFullScreen(address) ? withoutFrame(resolved) : resolved
  const title = useMatches({ select: (matches) => titleOf(matches.at(-1)?.loaderData) }) ?? facts.title
  const office = useOffice()
  useEffect(() => {
    document.title = documentTitle(title, office)
  }, [title, office])
  return facts
}

/** The loader of a page whose title depends on its data returns `documentTitle`. */
function titleOf(loaded: unknown): string | undefined {
  const isTitled = typeof loaded === 'object' && loaded !== null && 'documentTitle' in loaded
  return isTitled && typeof loaded.documentTitle === 'string' ? loaded.documentTitle : undefined
}

/** Only the back office's frame disappears; visitors keep the site's navigation. */
function withoutFrame(facts: ScreenFacts): ScreenFacts {
  return facts.frame === 'staff' ? { ...facts, frame: 'bare' } : facts
}

function resolveFacts(stated: ScreenFacts, isForStaff: boolean): ScreenFacts {
  if (stated.frame !== 'staff_if_staff') return stated
  if (!isForStaff) {
    return { title: stated.title, frame: 'public', ...(stated.hasNoFoot && { hasNoFoot: stated.hasNoFoot }) }
  }
  return { ...stated, title: stated.staffTitle ?? stated.title, frame: 'staff' }
}

/**
 * Opens plain links (`<a href>`) within the site without reloading the app: links to pages of
 * another feature, and links in posts whose text is HTML. Without scripts they still work as links.
 */
function useFollowPlainLinks(): void {
  const router = useRouter()
  useEffect(() => {
    function onLinkClick(event: MouseEvent) {
      const address = ownAddress(event)
      if (!address) return
      event.preventDefault()
      void router.navigate({ href: address })
    }
    document.addEventListener('click', onLinkClick)
    return () => document.removeEventListener('click', onLinkClick)
  }, [router])
}

/**
 * Path, search and hash of the clicked link if the app should handle it; null for what the browser
 * handles better.
 */
function ownAddress(event: MouseEvent): string | null {
  if (event.defaultPrevented || event.button !== 0) return null
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return null
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return null
  const isOnThisPage = link.hash !== '' && link.pathname === location.pathname && link.search === location.search
  const isServers = /^\/(api|oauth)\//.test(link.pathname) || /\.[a-z0-9]+$/i.test(link.pathname)
  return isOnThisPage || isServers ? null : link.pathname + link.search + link.hash
}

/** Follows sign-ins and sign-outs of other tabs. */
function useSessionNews(): void {
  const router = useRouter()
  useEffect(
    () =>
      onSessionEvent((event) => {
        if (event.type === 'lapsed') return setLapsed()
        // The back office handles it (lock/use-factor-lock.ts).
        if (event.type === 'factor_passed') return
        if (event.type === 'signed_in') return void followSession().then(() => router.invalidate())
        void cleanUpOnSignOut()
        setSignedOut()
        void router.invalidate()
      }),
    [router],
  )
}

/** Adopts the other tab's login. If it belongs to another user, cleans up this tab first. */
async function followSession(): Promise<void> {
  const before = session.user?.id
  if (before !== undefined && !readStoredLogin().userInfo?.includes(before)) await cleanUpOnSignOut()
  await restoreSession()
}
