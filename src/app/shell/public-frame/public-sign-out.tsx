import { Link, useRouter } from '@tanstack/react-router'
import { MonitorSmartphone } from 'lucide-react'
import { useId, useState } from 'react'
import { endLogin } from '#app/session/stored-login/end-login.ts'
import { buildButtonClass, buildIconButtonClass } from '#app/ui/buttons/button-look.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { useOffice } from '#app/ui/office/office-profile.ts'
import { isUnnamed } from '#domain/office/office-texts.ts'

/**
 * Sign-out for a user who keeps nothing on the device, so there is nothing to ask. Next to it is a
 * link to their other devices.
 */
export function PublicSignOut({ name }: { name: string }) {
  const noteId = useId()
  const router = useRouter()
  const [isBusy, setIsBusy] = useState(false)
  async function signOutHere() {
    setIsBusy(true)
    // Right away, before loading the rest: the user may close the window at once.
    endLogin()
    const { signOut } = await import('#app/session/sign-out.ts')
    await signOut()
    await router.invalidate()
    setIsBusy(false)
  }
  return (
    <>
      <button
        type="button"
        popoverTarget={noteId}
        className="flex min-h-8 items-center rounded-control px-2 text-ink-2 hover:bg-paper-sunk hover:text-ink coarse:min-h-11"
      >
        <span
          aria-hidden
          className="flex size-6 items-center justify-center rounded-full bg-primary-wash text-label font-semibold text-primary sm:hidden"
        >
          {name.slice(0, 1)}
        </span>
        <span className="max-sm:sr-only">{name} 님</span>
        <span className="sr-only"> 안내</span>
      </button>
      <div
        id={noteId}
        popover="auto"
        className="top-16 right-4 left-auto m-0 max-w-[min(360px,calc(100vw-32px))] rounded-panel border bg-paper-raised p-4 text-ink shadow-float"
      >
        <p className="mb-1 font-semibold">{name} 님 · 일반 회원</p>
        <MemberNote />
        <Link to="/services" className={`${buildButtonClass('secondary', 'sm')} mt-3`}>
          법률 서비스
        </Link>
      </div>
      <Link
        to="/account/devices"
        aria-label="로그인한 기기"
        title="로그인한 기기"
        className={buildIconButtonClass('transparent', 'md', false)}
      >
        <MonitorSmartphone size={18} strokeWidth={1.5} aria-hidden />
      </Link>
      <Button isBusy={isBusy} onClick={() => void signOutHere()}>
        로그아웃
      </Button>
    </>
  )
}

/** What a signed-in user who isn't staff may do, and whom to ask for more. */
export function MemberNote() {
  const office = useOffice()
  return (
    <div className="flex flex-col gap-1 text-label text-ink-2">
      <p>
        일반 회원은 소식과 서비스 안내를 보고 상담 문의를 남길 수 있습니다. 사건부 등 업무 화면은 직원만 이용합니다.
      </p>
      <p>
        이 사무소의 직원이라면 최고관리자에게 직원 권한을 요청해 주세요.
        {isUnnamed(office) ? null : (
          <>
            {' '}
            전화{' '}
            <a href={`tel:${office.telephone}`} className="tabular underline underline-offset-4">
              {office.telephone}
            </a>{' '}
            ({office.hours})
          </>
        )}
      </p>
    </div>
  )
}
