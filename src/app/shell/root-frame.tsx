import { Outlet, useLocation, useMatches, useRouter, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'
import { cleanUpOnSignOut, onSessionEvent } from '#app/session/session-channel.ts'
import { isStaff, session, setLapsed, setSignedOut, useSession } from '#app/session/session-store.ts'
import { restoreSession } from '#app/session/stored-login/restore-session.ts'
import { readStoredLogin } from '#app/session/stored-login/stored-login.ts'
import { formatDocumentTitle, notFoundTitle } from '#app/ui/browser/document-title.ts'
import { isFullScreen } from '#app/ui/browser/full-screen.ts'
import { useOffice } from '#app/ui/office/office-profile.ts'
import { isPublicPath } from '#contract/app-paths.ts'
import { isUnnamed } from '#domain/office/office-texts.ts'
import { FloatingNotice } from './public-frame/floating-notice.tsx'
import { PlainFrame, PublicFrame, UnnamedFrame } from './public-frame/public-frame.tsx'
import { isNotFound, type ScreenMeta } from './screen-meta.ts'
import { ScreenPending } from './screen-states.tsx'
import { fetchStaffArea } from './staff-frame/fetch-staff-area.ts'
import { UpdatePrompt } from './updates/update-prompt.tsx'

const StaffArea = lazy(() => fetchStaffArea().then((module) => ({ default: module.StaffArea })))

/** Frame around every screen: the public site or the back office, and app-wide parts. */
export function RootFrame() {
  useSessionEvents()
  useFollowPlainLinks()
  const meta = useScreenMeta()
  return (
    <>
      <Frame meta={meta} />
      <FloatingNotice />
      <UpdatePrompt />
    </>
  )
}

function Frame({ meta }: { meta: ScreenMeta }) {
  const path = useLocation({ select: ({ pathname }) => pathname })
  const isPublicSite =
    meta === notFoundMeta || unlistedPaths.includes(path.replace(/(?<=.)\/$/, '')) || isPublicPath(path)
  if (isUnnamed(useOffice()) && isPublicSite && meta.frame !== 'staff') return <UnnamedFrame />
  if (meta.frame === 'public') {
    return (
      <PublicFrame hasFooter={meta.hasNoFooter !== true}>
        <Outlet />
      </PublicFrame>
    )
  }
  if (meta.frame === 'plain') {
    return (
      <PlainFrame>
        <Outlet />
      </PlainFrame>
    )
  }
  return (
    <Suspense fallback={<ScreenPending />}>
      <StaffArea meta={meta} isBare={meta.frame === 'bare'} />
    </Suspense>
  )
}

/** Paths of the public site that search engines are not sent to. */
const unlistedPaths = ['/services', '/features']

const notFoundMeta: ScreenMeta = { title: notFoundTitle, frame: 'staff_if_staff' }

/** Facts of the current screen, already resolved for staff or visitors. */
function useScreenMeta(): ScreenMeta {
  const state = useSession()
  const declared = useMatches({
    select: (matches) => (isNotFound(matches) ? notFoundMeta : matches.at(-1)?.staticData),
  })
  const search: unknown = useSearch({ strict: false })
  const resolved = resolveMeta(declared ?? { title: '', frame: 'public' }, isStaff(state))
  const meta = resolved.canFillScreen && isFullScreen(search) ? withoutFrame(resolved) : resolved
  const title = useMatches({ select: (matches) => readDocumentTitle(matches.at(-1)?.loaderData) }) ?? meta.title
  const office = useOffice()
  useEffect(() => {
    document.title = formatDocumentTitle(title, office)
  }, [title, office])
  return meta
}

/** The loader of a page whose title depends on its data returns `documentTitle`. */
function readDocumentTitle(loaded: unknown): string | undefined {
  const isTitled = typeof loaded === 'object' && loaded !== null && 'documentTitle' in loaded
  return isTitled && typeof loaded.documentTitle === 'string' ? loaded.documentTitle : undefined
}

/** Only the back office's frame disappears; visitors keep the site's navigation. */
function withoutFrame(meta: ScreenMeta): ScreenMeta {
  return meta.frame === 'staff' ? { ...meta, frame: 'bare' } : meta
}

function resolveMeta(declared: ScreenMeta, isForStaff: boolean): ScreenMeta {
  if (declared.frame !== 'staff_if_staff') return declared
  if (!isForStaff) {
    return {
      title: declared.title,
      frame: 'public',
      ...(declared.hasNoFooter && { hasNoFooter: declared.hasNoFooter }),
    }
  }
  return { ...declared, title: declared.staffTitle ?? declared.title, frame: 'staff' }
}

/**
 * Opens plain links (`<a href>`) within the site without reloading the app: links to pages of
 * another feature, and links in posts whose text is HTML. Without scripts they still work as links.
 */
function useFollowPlainLinks(): void {
  const router = useRouter()
  useEffect(() => {
    function onLinkClick(event: MouseEvent) {
      const href = internalHref(event)
      if (!href) return
      event.preventDefault()
      void router.navigate({ href })
    }
    document.addEventListener('click', onLinkClick)
    return () => document.removeEventListener('click', onLinkClick)
  }, [router])
}

/**
 * Path, search and hash of the clicked link if the app should handle it; null for what the browser
 * handles better.
 */
function internalHref(event: MouseEvent): string | null {
  if (event.defaultPrevented || event.button !== 0) return null
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return null
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return null
  const isOnThisPage = link.hash !== '' && link.pathname === location.pathname && link.search === location.search
  const isOutsideApp = /^\/(api|oauth)\//.test(link.pathname) || /\.[a-z0-9]+$/i.test(link.pathname)
  return isOnThisPage || isOutsideApp ? null : link.pathname + link.search + link.hash
}

/** Follows sign-ins and sign-outs of other tabs. */
function useSessionEvents(): void {
  const router = useRouter()
  useEffect(
    () =>
      onSessionEvent((event) => {
        if (event.type === 'lapsed') return setLapsed()
        // The back office handles it (lock/use-factor-lock.ts).
        if (event.type === 'factor_passed') return
        if (event.type === 'signed_in') return void adoptLogin().then(() => router.invalidate())
        void cleanUpOnSignOut()
        setSignedOut()
        void router.invalidate()
      }),
    [router],
  )
}

/** Adopts the other tab's login. If it belongs to another user, cleans up this tab first. */
async function adoptLogin(): Promise<void> {
  const before = session.user?.id
  if (before !== undefined && !readStoredLogin().userInfo?.includes(before)) await cleanUpOnSignOut()
  await restoreSession()
}
