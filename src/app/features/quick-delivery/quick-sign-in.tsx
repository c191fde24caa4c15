import { Link } from '@tanstack/react-router'
import { ArrowLeft, LockKeyhole } from 'lucide-react'
import { useSession } from '#app/session/session-store.ts'
import { SignInButton } from '#app/session/sign-in/sign-in-button.tsx'
import { buildButtonClass } from '#app/ui/buttons/button-look.ts'
import { useOffice } from '#app/ui/office/office-profile.ts'
import { isUnnamed } from '#domain/office/office-texts.ts'

const icon = { strokeWidth: 1.5, 'aria-hidden': true } as const

/**
 * 퀵 without staff rights: a sign-in panel in place of records and balance. Signing in returns here.
 */
export function QuickSignIn() {
  const { user } = useSession()
  const office = useOffice()
  return (
    <div className="mx-auto flex max-w-[1080px] flex-col gap-6 px-4 py-6">
      <header className="flex items-center gap-2">
        <Link to="/" className={`${buildButtonClass('transparent')} -ml-3`}>
          <ArrowLeft size={16} {...icon} />
          뒤로
        </Link>
        <h1 className="text-title font-semibold">퀵</h1>
      </header>
      <section
        aria-labelledby="quick-sign-in"
        className="mx-auto flex w-full max-w-[420px] flex-col items-center gap-3 rounded-panel border bg-paper-raised px-6 py-10 text-center"
      >
        <LockKeyhole size={20} {...icon} className="text-ink-3" />
        <h2 id="quick-sign-in" className="text-lead font-semibold">
          직원 로그인이 필요합니다
        </h2>
        <p className="text-ink-2">
          {user
            ? `${user.nickname} 님의 계정으로는 배송 기록과 잔액을 볼 수 없습니다. 직원 계정으로 로그인하거나, 직원이라면 최고관리자에게 권한을 요청해 주세요.${isUnnamed(office) ? '' : ` (전화 ${office.telephone})`}`
            : '배송 기록과 잔액은 사무소 직원만 볼 수 있습니다. 로그인하면 이 화면으로 돌아옵니다.'}
        </p>
        <SignInButton label={user ? '다른 계정으로 로그인' : '로그인'} />
      </section>
    </div>
  )
}
