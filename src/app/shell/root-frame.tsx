import { Outlet, useLocation, useMatches, useSearch, useRouter } from '@tanstack/react-router'
import { Suspense, lazy, useEffect, useState } from 'react'
import { isPublicPath } from '#contract/app-paths.ts'
import { isUnnamed } from '#domain/office/office-texts.ts'
import { isStaff, useSession, session, setLapsed, setSignedOut } from '#app/session/session-store.ts'
import { documentTitle, notFoundTitle } from '#app/ui/document-title.ts'
import { useOffice } from '#app/ui/office-profile.ts'
import { isFullScreen } from '#app/ui/full-screen.ts'
import { cleanUpOnSignOut, onSessionEvent } from '#app/session/session-channel.ts'
import { restoreSession } from '#app/session/restore-session.ts'
import { readStoredLogin } from '#app/session/stored-login.ts'
import { homeRedirect, type HomeRedirectReason } from '#app/session/guards.ts'
import { SignInButton } from '#app/session/sign-in-button.tsx'
import { Button } from '#app/ui/buttons/button.tsx'
import { useHydratedSnapshot } from '#app/ui/hydrated-snapshot.ts'
import { dirtyForms, isSending } from '#app/records/unstored-values/unsaved-work.ts'
import { fetchStaffArea } from './fetch-staff-area.ts'
import { AloneFrame, PublicFrame, UnnamedFrame } from './public-frame.tsx'
import { isNotFound, type ScreenMeta } from './screen-meta.ts'
import { ScreenPending } from './screen-states.tsx'
import { MemberNote } from './public-sign-out.tsx'
import { decideUpdate } from './decide-update.ts'
import { appVersion, letNewVersionIn } from './service-worker.ts'

const StaffArea = lazy(() => fetchStaffArea().then((module) => ({ default: module.StaffArea })))

/** Frame around every screen: the public site or the back office, and app-wide parts. */
export function RootFrame() {
  useSessionEvents()
  useFollowPlainLinks()
  const meta = useScreenMeta()
  return (
    <>
      <Frame meta={meta} />
      <HomeRedirectNotice />
      <UpdatePrompt />
    </>
  )
}

function Frame({ meta }: { meta: ScreenMeta }) {
  const path = useLocation({ select: ({ pathname }) => pathname })
  const isPublicSite = meta === notFoundMeta || sitePlaces.includes(path.replace(/(?<=.)\/$/, '')) || isPublicPath(path)
  if (isUnnamed(useOffice()) && isPublicSite && meta.frame !== 'staff') return <UnnamedFrame />
  if (meta.frame === 'public') {
    return (
      <PublicFrame hasFoot={meta.hasNoFoot !== true}>
        <Outlet />
      </PublicFrame>
    )
  }
  if (meta.frame === 'alone') {
    return (
      <AloneFrame>
        <Outlet />
      </AloneFrame>
    )
  }
  return (
    <Suspense fallback={<ScreenPending />}>
      <StaffArea meta={meta} isBare={meta.frame === 'bare'} />
    </Suspense>
  )
}

/** Paths of the public site that search engines are not sent to. */
const sitePlaces = ['/services', '/features']

const notFoundMeta: ScreenMeta = { title: notFoundTitle, frame: 'staff_if_staff' }

/** Facts of the current screen, already resolved for staff or visitors. */
function useScreenMeta(): ScreenMeta {
  const state = useSession()
  const stated = useMatches({
    select: (matches) => (isNotFound(matches) ? notFoundMeta : matches.at(-1)?.staticData),
  })
  const search: unknown = useSearch({ strict: false })
  const resolved = resolveMeta(stated ?? { title: '', frame: 'public' }, isStaff(state))
  const meta = resolved.canFillScreen && isFullScreen(search) ? withoutFrame(resolved) : resolved
  const title = useMatches({ select: (matches) => readDocumentTitle(matches.at(-1)?.loaderData) }) ?? meta.title
  const office = useOffice()
  useEffect(() => {
    document.title = documentTitle(title, office)
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

function resolveMeta(stated: ScreenMeta, isForStaff: boolean): ScreenMeta {
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
  const isServers = /^\/(api|oauth)\//.test(link.pathname) || /\.[a-z0-9]+$/i.test(link.pathname)
  return isOnThisPage || isServers ? null : link.pathname + link.search + link.hash
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

/**
 * Explains why the home page is shown instead of the requested one, until it is closed or the user
 * navigates on.
 */
function HomeRedirectNotice() {
  const { reason } = useHydratedSnapshot(homeRedirect, { reason: null })
  const isHome = useLocation({ select: ({ pathname }) => pathname === '/' })
  const isShown = reason !== null && (isHome || reason.kind === 'member')
  const isHomeNoticeShown = isShown && isHome
  useEffect(() => {
    if (!isHomeNoticeShown) return undefined
    return () => {
      homeRedirect.reason = null
    }
  }, [isHomeNoticeShown])
  return (
    // Rendered before its text, because screen readers only announce changes of an existing live
    // region.
    <div role="status" data-screen-only className="fixed right-4 bottom-12 z-40 max-sm:bottom-20 max-sm:left-4">
      {isShown ? (
        <div className="float-in flex max-w-[460px] items-center gap-3 rounded-panel border bg-paper-raised py-2 pr-2 pl-4 shadow-float">
          <div className="flex flex-1 flex-col gap-1">
            <p>{reasonTexts[reason.kind]}</p>
            {reason.kind === 'member' || reason.kind === 'not_permitted' ? <MemberNote /> : null}
          </div>
          {reason.kind === 'signed_out' ? <SignInButton returnTo={reason.returnTo} /> : null}
          <Button
            tone="transparent"
            onClick={() => {
              homeRedirect.reason = null
            }}
          >
            닫기
          </Button>
        </div>
      ) : null}
    </div>
  )
}

const reasonTexts: Record<HomeRedirectReason['kind'], string> = {
  signed_out: '로그인이 필요한 화면이어서 처음 화면으로 이동했습니다.',
  not_permitted: '직원만 볼 수 있는 화면이어서 처음 화면으로 이동했습니다.',
  superusers_only: '최고관리자만 볼 수 있는 화면이어서 처음 화면으로 이동했습니다.',
  member: '일반 회원으로 로그인했습니다.',
}

const updateTexts = {
  waiting: {
    title: '새 버전이 있습니다',
    text: '업데이트하면 열려 있는 모든 창이 새 버전으로 다시 열립니다. 보낼 작업은 그대로 있습니다.',
    action: '업데이트',
  },
  replaced: {
    title: '다른 창에서 새 버전으로 바꾸었습니다',
    text: '이 창은 이전 버전입니다. 입력을 마친 뒤 새로고침해 주세요.',
    action: '새로고침',
  },
  required: {
    title: '새 버전으로 바꿔야 전송할 수 있습니다',
    text: '보낼 작업은 이 기기에 그대로 있으며, 업데이트한 뒤 이어서 전송됩니다.',
    action: '업데이트',
  },
}

/** Announces a waiting new version, and asks first if activating it would cost the user's input. */
function UpdatePrompt() {
  const { state } = useHydratedSnapshot(appVersion, { state: 'current' })
  const [isPutOff, setIsPutOff] = useState(false)
  const [question, setQuestion] = useState('')
  if (state === 'current' || isPutOff) return null
  const shown = updateTexts[state]
  function update() {
    const decision = decideUpdate({ dirtyForms: dirtyForms(), isSending: isSending() })
    if (decision.action === 'ask' && question === '') return setQuestion(decision.reason)
    if (state === 'waiting') letNewVersionIn()
    else location.reload()
  }
  return (
    <aside
      role="status"
      data-screen-only
      className="fixed bottom-12 left-4 z-40 flex w-[min(400px,calc(100vw-32px))] flex-col gap-3 rounded-panel border bg-paper-raised p-4 shadow-float max-sm:bottom-28"
    >
      <p className="font-semibold">{shown.title}</p>
      <p className={question ? 'text-seal' : 'text-ink-2'}>{question || shown.text}</p>
      <div className="flex justify-end gap-2">
        <Button tone="transparent" onClick={() => setIsPutOff(true)}>
          나중에
        </Button>
        <Button tone={question ? 'danger' : 'primary'} onClick={update}>
          {question ? `그래도 ${shown.action}` : shown.action}
        </Button>
      </div>
    </aside>
  )
}
