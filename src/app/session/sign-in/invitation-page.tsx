import { Link, useLocation, useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { buildButtonClass } from '#app/ui/buttons/button-look.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { useOffice } from '#app/ui/office/office-profile.ts'
import {
  acceptedInvitationSchema,
  acceptInvitationPath,
  type InvitationView,
  invitationViewSchema,
  viewInvitationPath,
} from '#contract/people/invitations.ts'
import { formatMoment } from '#domain/dates/office-moment.ts'
import { getOfficeTitle, isUnnamed } from '#domain/office/office-texts.ts'
import { type Result, toResult } from '../api-result.ts'
import { useApi } from '../api.tsx'
import { ResultPending, ResultProblem } from '../result-view.tsx'
import { broadcastSessionEvent } from '../session-channel.ts'
import { isStaff, setUser, useSession } from '../session-store.ts'
import { refreshTokens } from '../stored-login/login-tokens.ts'
import { saveUser } from '../stored-login/stored-login.ts'
import { SignInButton } from './sign-in-button.tsx'

/** /invitation#token: shows which office invites, and lets the user join as staff. */
export function InvitationPage() {
  const invitation = useInvitation()
  return (
    <section className="mx-auto flex min-h-[50dvh] max-w-[480px] flex-col justify-center gap-4 px-4 py-16">
      <InvitationState invitation={invitation} />
    </section>
  )
}

function InvitationState({ invitation }: { invitation: OpenedInvitation }) {
  const state = useSession()
  const { token, view } = invitation
  if (view?.ok && view.value.is_used_by_you) return <Welcome />
  if (isStaff(state)) return <AlreadyStaff isOpen={view?.ok === true && view.value.state === 'open'} />
  if (token === '') {
    return (
      <InvitationEnded title="초대 링크가 온전하지 않습니다">
        링크의 뒷부분이 빠졌습니다. 받은 링크를 끝까지 복사해 다시 열어 주세요.
      </InvitationEnded>
    )
  }
  if (view === null) return <ResultPending />
  if (!view.ok) {
    if (view.problem.code === 'not_found') {
      return <InvitationEnded title="알 수 없는 초대 링크입니다">{view.problem.message}</InvitationEnded>
    }
    return <ResultProblem result={view} noun="초대 내용은" onRetry={invitation.reload} />
  }
  const { value } = view
  return value.state === 'open' ? (
    <PendingInvitation invitation={invitation} view={value} />
  ) : (
    <EndedInvitation state={value.state} />
  )
}

function PendingInvitation({ invitation, view }: { invitation: OpenedInvitation; view: InvitationView }) {
  const office = useOffice()
  const { user } = useSession()
  return (
    <>
      <Title>{getOfficeTitle(office)}에서 직원으로 초대했습니다</Title>
      <p className="text-ink-2">
        {view.invited_by} 님이 보낸 초대입니다.{' '}
        {user
          ? `지금 ${user.nickname} 님의 계정으로 로그인되어 있습니다. 이 계정을 직원으로 등록하시겠습니까?`
          : '로그인하면 바로 직원으로 등록되어 사건부 등 업무 화면을 이용할 수 있습니다.'}
      </p>
      <p className="tabular text-label text-ink-2">{formatMoment(view.expires_at)}까지 한 번만 사용할 수 있습니다.</p>
      <div className="flex flex-wrap gap-2">
        {user ? (
          <Button tone="primary" isBusy={invitation.isBusy} onClick={invitation.accept}>
            직원으로 등록
          </Button>
        ) : null}
        <SignInButton
          label={user ? '다른 계정으로 로그인' : '로그인하고 시작'}
          tone={user ? 'secondary' : 'primary'}
          returnTo={`/invitation#${invitation.token}`}
        />
      </div>
      {invitation.message ? (
        <p role="alert" className="text-danger">
          {invitation.message}
        </p>
      ) : null}
    </>
  )
}

function Welcome() {
  const office = useOffice()
  const { user } = useSession()
  return (
    <>
      <Title>{getOfficeTitle(office)}의 직원이 되었습니다</Title>
      <p className="text-ink-2">{user?.nickname} 님, 환영합니다. 이제 업무 화면을 이용할 수 있습니다.</p>
      <CaseBookLink />
    </>
  )
}

function AlreadyStaff({ isOpen }: { isOpen: boolean }) {
  const { user } = useSession()
  return (
    <>
      <Title>이미 이 사무소의 직원입니다</Title>
      <p className="text-ink-2">
        {user?.nickname} 님은 이미 직원이므로 초대 링크가 필요하지 않습니다.
        {isOpen ? ' 링크는 사용되지 않고 그대로 남아 있습니다.' : ''}
      </p>
      <CaseBookLink />
    </>
  )
}

const endings = {
  used: '이미 사용된 초대 링크입니다',
  expired: '유효 기간이 지난 초대 링크입니다',
  withdrawn: '철회된 초대 링크입니다',
} as const

function EndedInvitation({ state }: { state: keyof typeof endings }) {
  return <InvitationEnded title={endings[state]}>초대한 최고관리자에게 새 초대 링크를 요청해 주세요.</InvitationEnded>
}

function InvitationEnded({ title, children }: { title: string; children: ReactNode }) {
  const office = useOffice()
  return (
    <>
      <Title>{title}</Title>
      <p className="text-ink-2">{children}</p>
      {isUnnamed(office) ? null : (
        <p className="text-ink-2">
          사무소 전화{' '}
          <a href={`tel:${office.telephone}`} className="tabular underline underline-offset-4">
            {office.telephone}
          </a>{' '}
          ({office.hours})
        </p>
      )}
      <div>
        <a href="/" className={buildButtonClass()}>
          홈으로
        </a>
      </div>
    </>
  )
}

function CaseBookLink() {
  return (
    <div>
      <Link to="/services/real-estate" search={{ tab: 'table' }} className={buildButtonClass('primary')}>
        사건부 열기
      </Link>
    </div>
  )
}

function Title({ children }: { children: ReactNode }) {
  return <h1 className="text-title font-semibold text-balance break-keep">{children}</h1>
}

interface OpenedInvitation {
  /** From the link's URL fragment, which browsers don't send to the server; empty if missing. */
  token: string
  /** State of the invitation for the signed-in user; null while loading. */
  view: Result<InvitationView> | null
  /** Why accepting the invitation failed; empty when it didn't. */
  message: string
  isBusy: boolean
  accept(): void
  reload(): void
}

/**
 * The invitation named in the URL. Once it is no longer open, its token is removed from the URL.
 */
function useInvitation(): OpenedInvitation {
  const api = useApi()
  const router = useRouter()
  const userId = useSession().user?.id ?? null
  const hash = useLocation({ select: (place) => place.hash })
  const [token, setToken] = useState(hash)
  const [loaded, setLoaded] = useState<{ key: string; view: Result<InvitationView> } | null>(null)
  const [attempts, setAttempts] = useState(0)
  const [message, setMessage] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  // The user opened another link in the same window.
  if (hash !== '' && hash !== token) setToken(hash)
  const key = `${attempts} ${userId} ${token}`

  useEffect(() => {
    if (token === '') return undefined
    const controller = new AbortController()
    const call = api.post(viewInvitationPath, { json: { token }, signal: controller.signal }).json()
    void toResult(call).then((result) => {
      if (controller.signal.aborted) return
      const view = result.ok ? { ok: true as const, value: invitationViewSchema.parse(result.value) } : result
      setLoaded({ key, view })
      if (view.ok && view.value.state !== 'open') router.history.replace('/invitation')
    })
    return () => controller.abort()
  }, [api, router, token, key])

  async function accept() {
    setIsBusy(true)
    setMessage('')
    const result = await toResult(api.post(acceptInvitationPath, { json: { token } }).json())
    if (result.ok) {
      setUser(saveUser(acceptedInvitationSchema.parse(result.value).user_info))
      // The new tokens carry the staff role to the session row that workers read; `announce` tells
      // the other tabs.
      const renewed = await refreshTokens()
      if (renewed.kind === 'renewed') setUser(renewed.user)
      broadcastSessionEvent({ type: 'signed_in' })
    } else setMessage(result.problem.message)
    setIsBusy(false)
    setAttempts((before) => before + 1)
  }

  const view = loaded?.key === key ? loaded.view : null
  return {
    token,
    view,
    message,
    isBusy,
    accept: () => void accept(),
    reload: () => setAttempts((before) => before + 1),
  }
}
