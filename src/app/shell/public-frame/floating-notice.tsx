import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { homeRedirect, type HomeRedirectReason } from '#app/session/guards.ts'
import { SignInButton } from '#app/session/sign-in/sign-in-button.tsx'
import { Button } from '#app/ui/buttons/button.tsx'
import { useHydratedSnapshot } from '#app/ui/hooks/hydrated-snapshot.ts'
import { siteNotice } from '#app/ui/overlays/site-notice.ts'
import { MemberNote } from './public-sign-out.tsx'

/**
 * The notice above the corner of a public page, until it is closed. Explains why the home page is
 * shown instead of the requested one, until the user navigates on. Otherwise shows the notice of
 * the site (a receipt), except next to the contact form, which shows its own.
 */
export function FloatingNotice() {
  const { reason } = useHydratedSnapshot(homeRedirect, { reason: null })
  const { text: notice } = useHydratedSnapshot(siteNotice, { text: null })
  const path = useLocation({ select: ({ pathname }) => pathname })
  const isHome = path === '/'
  const isShown = reason !== null && (isHome || reason.kind === 'member')
  const isNoticeShown = !isShown && notice !== null && !/^\/contact\/?$/.test(path)
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
      {isShown || isNoticeShown ? (
        <div className="float-in flex max-w-[460px] items-center gap-3 rounded-panel border bg-paper-raised py-2 pr-2 pl-4 shadow-float">
          <div className="flex min-w-0 flex-1 flex-col gap-1">
            <p className="break-words">{isShown ? reasonTexts[reason.kind] : notice}</p>
            {isShown && (reason.kind === 'member' || reason.kind === 'not_permitted') ? <MemberNote /> : null}
          </div>
          {isShown && reason.kind === 'signed_out' ? <SignInButton returnTo={reason.returnTo} /> : null}
          <Button
            tone="transparent"
            onClick={() => {
              if (isShown) homeRedirect.reason = null
              else siteNotice.text = null
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
