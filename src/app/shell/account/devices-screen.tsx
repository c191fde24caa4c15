import { useRouter } from '@tanstack/react-router'
import { RefreshCw } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { type Result, toResult } from '#app/session/api-result.ts'
import { useApi } from '#app/session/api.tsx'
import { ResultPending, ResultProblem } from '#app/session/result-view.tsx'
import { isStaff, useSession } from '#app/session/session-store.ts'
import { signOut } from '#app/session/sign-out.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { Badge } from '#app/ui/display/badge.tsx'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import { type Device, devicesPath, devicesSchema, endedDevicesSchema, sessionDays } from '#contract/session/session.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import { formatMoment } from '#domain/dates/office-moment.ts'
import { CopySection } from '../vault-lock/copy-section.tsx'
import { SignOutDialog } from './sign-out-dialog.tsx'

type SignOutTarget = { end: Device } | 'others' | 'everywhere'

/** /account/devices, for every signed-in user: lists their sessions and ends them. */
export function DevicesScreen() {
  const state = useSession()
  const { result, isBusy, reload, end } = useDevices()
  const [target, setTarget] = useState<SignOutTarget | null>(null)
  const [announcement, setAnnouncement] = useState('')
  const devices = result?.ok ? result.value : []
  const otherDevices = devices.filter((device) => !device.is_this)
  const close = () => setTarget(null)

  /** False when it failed; the reason has been shown. */
  async function endSession(scope: { id: string } | 'others', doneText: string): Promise<boolean> {
    const outcome = await end(scope)
    setAnnouncement(outcome.ok ? doneText : outcome.problem.message)
    return outcome.ok
  }

  return (
    <div
      className={`mx-auto flex w-full max-w-[760px] flex-col gap-4 pb-8 ${isStaff(state) ? '' : 'px-4 pt-10 sm:px-6'}`}
    >
      <header className="flex flex-wrap items-start justify-between gap-3">
        <div>
          <h1 className="text-title font-semibold">로그인한 기기</h1>
          <p className="measure mt-1 text-ink-2">
            이 계정으로 로그인한 기기입니다. 모르는 기기가 있으면 로그아웃해 주세요. 로그인은 {sessionDays}일이 지나면
            자동으로 만료됩니다.
          </p>
        </div>
        <Button
          data-screen-only
          icon={<RefreshCw size={16} strokeWidth={1.5} />}
          isBusy={isBusy && result !== undefined}
          onClick={() => void reload()}
        >
          새로고침
        </Button>
      </header>
      <p role="status" className={announcement === '' ? 'sr-only' : 'text-ink-2'}>
        {announcement}
      </p>
      <div className="border-t border-rule-strong">
        {result === undefined ? <ResultPending /> : null}
        {result?.ok ? <DeviceList devices={devices} onEnd={(device) => setTarget({ end: device })} /> : null}
        {result?.ok === false ? <ResultProblem result={result} noun="이 목록은" onRetry={() => void reload()} /> : null}
      </div>
      {result?.ok ? (
        <div data-screen-only className="flex flex-wrap gap-2">
          <Button
            disabledReason={otherDevices.length === 0 ? '다른 기기에는 로그인되어 있지 않습니다.' : undefined}
            onClick={() => setTarget('others')}
          >
            다른 기기 모두 로그아웃
          </Button>
          <Button tone="transparent" className="text-danger" onClick={() => setTarget('everywhere')}>
            모든 기기에서 로그아웃
          </Button>
        </div>
      ) : null}
      {isStaff(state) && state.user ? <CopySection userId={state.user.id} /> : null}
      <EndSessionDialog
        target={target}
        others={otherDevices.length}
        onClose={close}
        onEnd={async (scope, doneText) => {
          await endSession(scope, doneText)
          close()
        }}
      />
      <SignOutEverywhere
        isForStaff={isStaff(state)}
        isOpen={target === 'everywhere'}
        onClose={close}
        beforeSignOut={() => endSession('others', '다른 기기에서 모두 로그아웃했습니다.')}
      />
    </div>
  )
}

interface EndSessionDialogProps {
  target: SignOutTarget | null
  others: number
  onClose(): void
  onEnd(target: { id: string } | 'others', doneText: string): Promise<void>
}

function EndSessionDialog({ target, others, onClose, onEnd }: EndSessionDialogProps) {
  const [isBusy, setIsBusy] = useState(false)
  const cancelRef = useRef<HTMLButtonElement>(null)
  if (target === null || target === 'everywhere') return null
  const scope = target === 'others' ? target : { id: target.end.id }
  const name = target === 'others' ? `다른 기기 ${formatNumber(others)}대` : formatDeviceName(target.end)

  async function confirm() {
    setIsBusy(true)
    await onEnd(scope, `${name}에서 로그아웃했습니다.`)
    setIsBusy(false)
  }
  return (
    <Dialog
      open
      width="narrow"
      title={`${name}에서 로그아웃하시겠습니까?`}
      description={
        <>
          {target === 'others' ? null : <p className="tabular">마지막 사용: {formatLastUse(target.end)}</p>}
          <p>그 기기에서 아직 전송하지 않은 작업은 지워지지 않으며, 다시 로그인하면 이어서 전송됩니다.</p>
        </>
      }
      onClose={onClose}
      initialFocus={cancelRef}
      actions={
        <>
          <Button ref={cancelRef} onClick={onClose}>
            취소
          </Button>
          <Button tone="danger" isBusy={isBusy} onClick={() => void confirm()}>
            로그아웃
          </Button>
        </>
      }
    />
  )
}

interface EverywhereProps {
  isForStaff: boolean
  isOpen: boolean
  onClose(): void
  /**
   * Ends the other sessions. This one ends with the sign-out here, which asks about unsent work.
   */
  beforeSignOut(): Promise<boolean>
}

function SignOutEverywhere({ isForStaff, ...props }: EverywhereProps) {
  if (!props.isOpen) return null
  return isForStaff ? <SignOutDialog {...props} title="모든 기기에서 로그아웃" /> : <MemberSignOutDialog {...props} />
}

/** Members keep nothing on the device, so this only asks for confirmation. */
function MemberSignOutDialog({ onClose, beforeSignOut }: Omit<EverywhereProps, 'isForStaff'>) {
  const router = useRouter()
  const [isBusy, setIsBusy] = useState(false)
  async function signOutHere() {
    setIsBusy(true)
    if (!(await beforeSignOut())) return onClose()
    await signOut()
    await router.navigate({ to: '/' })
  }
  return (
    <Dialog
      open
      width="narrow"
      title="모든 기기에서 로그아웃"
      description="이 기기를 포함해 모든 기기에서 로그아웃하시겠습니까?"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>취소</Button>
          <Button tone="danger" isBusy={isBusy} onClick={() => void signOutHere()}>
            로그아웃
          </Button>
        </>
      }
    />
  )
}

/** Where the user is signed in. Every device but this one can be signed out. */
function DeviceList({ devices, onEnd }: { devices: readonly Device[]; onEnd(device: Device): void }) {
  return (
    <ul aria-label="로그인한 기기">
      {devices.map((device) => (
        <li key={device.id} className="flex flex-wrap items-start gap-x-4 gap-y-3 border-b py-4">
          <div className="min-w-0 flex-1 basis-64">
            <div className="flex flex-wrap items-center gap-2">
              <h2 className="font-semibold">{formatDeviceName(device)}</h2>
              {device.is_this ? <Badge tone="primary">이 기기</Badge> : null}
            </div>
            <dl className="tabular mt-1.5 grid grid-cols-[auto_1fr] gap-x-4 gap-y-0.5 text-ink-2">
              <Fact name="마지막 사용">
                {device.is_this ? '지금' : <Moment at={device.last_used_at} />}
                {device.address === null ? '' : ` · ${device.address}`}
              </Fact>
              <Fact name="로그인">
                <Moment at={device.started_at} />
              </Fact>
              <Fact name="자동 로그아웃">
                <Moment at={device.ends_at} />
              </Fact>
            </dl>
          </div>
          {device.is_this ? null : (
            <Button data-screen-only aria-label={`${formatDeviceName(device)} 로그아웃`} onClick={() => onEnd(device)}>
              로그아웃
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}

function formatDeviceName({ device }: Device): string {
  return device === '' ? '알 수 없는 기기' : device
}

/** Time and address of the last use, to tell two devices of one kind apart. */
function formatLastUse({ last_used_at: lastUsedAt, address }: Device): string {
  return [formatMoment(lastUsedAt), address].filter((word) => word !== null).join(' · ')
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <>
      <dt className="text-ink-3">{name}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </>
  )
}

function Moment({ at }: { at: string }) {
  return <time dateTime={at}>{formatMoment(at)}</time>
}

interface Devices {
  /** Undefined until the first request has finished. */
  result: Result<readonly Device[]> | undefined
  isBusy: boolean
  reload(): Promise<void>
  /**
   * Ends one session by its id, or all but this one. A session that has already ended counts as
   * success.
   */
  end(target: { id: string } | 'others'): Promise<Result<number>>
}

/**
 * The user's own sessions. Not mirrored, because only the server's current state counts. Doesn't
 * use the query client, because the public frame has none.
 */
function useDevices(): Devices {
  const api = useApi()
  const [result, setResult] = useState<Devices['result']>()
  const [isBusy, setIsBusy] = useState(false)
  /** Drops responses of all but the latest request. */
  const latestRequest = useRef(0)

  const reload = useCallback(async () => {
    const requestNumber = (latestRequest.current += 1)
    setIsBusy(true)
    const read = async () => devicesSchema.parse(await api.get(devicesPath).json()).devices
    const next = await toResult(read())
    if (requestNumber !== latestRequest.current) return
    setResult(next)
    setIsBusy(false)
  }, [api])

  useEffect(() => {
    const retry = () => void reload()
    retry()
    window.addEventListener('online', retry)
    return () => {
      latestRequest.current += 1
      window.removeEventListener('online', retry)
    }
  }, [reload])

  async function end(target: Parameters<Devices['end']>[0]): Promise<Result<number>> {
    const path = target === 'others' ? `${devicesPath}?which=others` : `${devicesPath}/${target.id}`
    const outcome = await toResult(api.delete(path).json())
    if (!outcome.ok && outcome.problem.code !== 'not_found') return outcome
    await reload()
    return { ok: true, value: outcome.ok ? endedDevicesSchema.parse(outcome.value).ended : 0 }
  }

  return { result, isBusy, reload, end }
}
