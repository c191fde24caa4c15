import { Link, useNavigate } from '@tanstack/react-router'
import { josa } from 'es-hangul'
import { type FormEvent, useState } from 'react'
import { formatRefusal } from '#app/session/format-refusal.ts'
import { FactorStatusView } from '#app/session/second-factor/factor-status-view.tsx'
import { RecoveryCodes } from '#app/session/second-factor/recovery-codes.tsx'
import { SecondFactorSetup } from '#app/session/second-factor/second-factor-setup.tsx'
import { useServerAction } from '#app/session/server-action.ts'
import { useServerQuery } from '#app/session/server-query.ts'
import { SignInButton } from '#app/session/sign-in/sign-in-button.tsx'
import { buildButtonClass } from '#app/ui/buttons/button-look.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { Badge } from '#app/ui/display/badge.tsx'
import { TextField } from '#app/ui/fields/text-field.tsx'
import { useToast } from '#app/ui/overlays/toast.tsx'
import {
  factorPath,
  type FactorStatus,
  factorStatusSchema,
  type Passkey,
  recoveryCodesSchema,
} from '#contract/session/second-factor.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import { formatMoment } from '#domain/dates/office-moment.ts'

const factorKey = ['factor']

/** /account/security, for staff: their second factors. */
export function SecurityScreen() {
  const query = useServerQuery(factorPath, factorStatusSchema, { queryKey: factorKey })
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  if (codes)
    return (
      <Page>
        <RecoveryCodes codes={codes} onDone={() => setCodes(null)} />
      </Page>
    )
  return (
    <Page>
      <FactorStatusView {...query}>
        {(status) => <FactorSettings status={status} onCodes={setCodes} onChange={query.onRetry} />}
      </FactorStatusView>
    </Page>
  )
}

function Page({ children }: { children: React.ReactNode }) {
  return (
    <div className="mx-auto flex w-full max-w-[760px] flex-col gap-4 pb-8">
      <header className="flex flex-wrap items-start justify-between gap-3">
        <div>
          <h1 className="text-title font-semibold">보안</h1>
          <p className="measure mt-1 text-ink-2">
            로그인 외에 패스키나 인증 앱으로 본인임을 한 번 더 확인합니다. 새 기기에서, 12시간마다, 번호
            열람·내보내기·관리 작업 전에 확인합니다.
          </p>
        </div>
        <Link data-screen-only to="/account/devices" className={buildButtonClass()}>
          로그인한 기기
        </Link>
      </header>
      {children}
    </div>
  )
}

interface FactorSettingsProps {
  status: FactorStatus
  onCodes(codes: readonly string[] | null): void
  onChange(): void
}

function FactorSettings({ status, onCodes, onChange }: FactorSettingsProps) {
  const hasFactor = status.has_passkey || status.has_totp
  const [adding, setAdding] = useState<'passkey' | 'totp' | null>(null)
  const isLast = status.passkeys.length + (status.has_totp ? 1 : 0) === 1
  const removalBlockedText = isLast && status.is_required ? '마지막 인증 수단은 삭제할 수 없습니다.' : undefined
  const toast = useToast()
  const navigate = useNavigate()
  function handleAdded(codes: readonly string[] | null) {
    setAdding(null)
    // A user who changes a factor may have a reason to end other sessions (OWASP ASVS 5 7.4.3).
    toast.success('인증 수단을 등록했습니다.', {
      duration: 8000,
      description: '모르는 기기가 로그인되어 있는지 확인해 보세요.',
      action: { label: '로그인한 기기', onSelect: () => void navigate({ to: '/account/devices' }) },
    })
    onCodes(codes)
    onChange()
  }
  if (!hasFactor && !status.may_change) return <SignInFirst />
  return (
    <div className="flex flex-col">
      <Section title="패스키" action={<Button onClick={() => setAdding('passkey')}>패스키 추가</Button>}>
        <PasskeyList passkeys={status.passkeys} removalBlockedText={removalBlockedText} />
        {adding === 'passkey' ? <SecondFactorSetup only="passkey" onDone={handleAdded} /> : null}
      </Section>
      <Section
        title="인증 앱"
        action={
          <Button onClick={() => setAdding('totp')}>{status.has_totp ? '인증 앱 바꾸기' : '인증 앱 추가'}</Button>
        }
      >
        <TotpLine status={status} removalBlockedText={removalBlockedText} />
        {adding === 'totp' ? <SecondFactorSetup only="totp" onDone={handleAdded} /> : null}
      </Section>
      {hasFactor ? <RecoverySection left={status.recovery_left ?? 0} onCodes={onCodes} /> : null}
    </div>
  )
}

/** An older session can't set up a factor, because someone else might be using it. */
function SignInFirst() {
  return (
    <div className="flex flex-col items-start gap-3 border-b py-6">
      <p>아직 등록한 인증 수단이 없습니다. 안전을 위해 로그인한 지 10분 안에만 등록할 수 있습니다.</p>
      <SignInButton label="다시 로그인" />
    </div>
  )
}

function Section({ title, action, children }: { title: string; action?: React.ReactNode; children: React.ReactNode }) {
  return (
    <section aria-label={title} className="flex flex-col gap-3 border-b py-5">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="font-semibold">{title}</h2>
        {action}
      </div>
      {children}
    </section>
  )
}

function TotpLine({ status, removalBlockedText }: { status: FactorStatus; removalBlockedText: string | undefined }) {
  const remove = useRemoval()
  if (!status.has_totp) return <p className="text-ink-3">등록한 인증 앱이 없습니다.</p>
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <p className="tabular text-ink-2">등록 {status.totp_since === null ? '' : formatMoment(status.totp_since)}</p>
      <Button
        tone="transparent"
        className="text-danger"
        disabledReason={removalBlockedText}
        onClick={() => void remove.run({ name: '인증 앱', path: 'totp' })}
      >
        삭제
      </Button>
    </div>
  )
}

interface RecoverySectionProps {
  left: number
  onCodes(codes: readonly string[] | null): void
}

function RecoverySection({ left, onCodes }: RecoverySectionProps) {
  const renew = useServerAction({
    send: (api) => api.post(`${factorPath}/recovery-codes`).json(),
    parse: recoveryCodesSchema.parse,
    onDone: ({ recovery_codes: codes }) => onCodes(codes),
    refetches: [factorKey],
  })
  return (
    <Section
      title="복구 코드"
      action={
        <Button isBusy={renew.isBusy} onClick={() => void renew.run()}>
          새 복구 코드 발급
        </Button>
      }
    >
      <p className={left < 3 ? 'text-warn' : 'text-ink-2'}>
        사용하지 않은 코드가 {formatNumber(left)}개 있습니다. 새로 발급하면 전에 받은 코드는 쓸 수 없습니다.
      </p>
    </Section>
  )
}

interface PasskeyListProps {
  passkeys: readonly Passkey[]
  /** Why no passkey may be removed; undefined when each may. */
  removalBlockedText: string | undefined
}

function PasskeyList({ passkeys, removalBlockedText }: PasskeyListProps) {
  const [renamingId, setRenamingId] = useState<string | null>(null)
  const remove = useRemoval()
  if (passkeys.length === 0) return <p className="text-ink-3">등록한 패스키가 없습니다.</p>
  return (
    <ul aria-label="패스키 목록">
      {passkeys.map((passkey) => (
        <li key={passkey.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2">
          {renamingId === passkey.id ? (
            <RenameForm passkey={passkey} onDone={() => setRenamingId(null)} />
          ) : (
            <>
              <div className="min-w-0 flex-1 basis-64">
                <p className="flex flex-wrap items-center gap-2 font-medium">
                  {passkey.name}
                  {passkey.is_backed_up ? <Badge tone="info">동기화됨</Badge> : null}
                </p>
                <p className="tabular text-label text-ink-2">
                  등록 {formatMoment(passkey.made_at)} · 마지막 사용{' '}
                  {passkey.last_used_at === null ? '없음' : formatMoment(passkey.last_used_at)}
                </p>
              </div>
              <Button size="sm" aria-label={`${passkey.name} 이름 바꾸기`} onClick={() => setRenamingId(passkey.id)}>
                이름 바꾸기
              </Button>
              <Button
                size="sm"
                tone="transparent"
                className="text-danger"
                aria-label={`${passkey.name} 삭제`}
                disabledReason={removalBlockedText}
                onClick={() => void remove.run({ name: passkey.name, path: `passkeys/${passkey.id}` })}
              >
                삭제
              </Button>
            </>
          )}
        </li>
      ))}
    </ul>
  )
}

function RenameForm({ passkey, onDone }: { passkey: Passkey; onDone(): void }) {
  const toast = useToast()
  const [name, setName] = useState(passkey.name)
  const rename = useServerAction({
    send: (api) => api.put(`${factorPath}/passkeys/${passkey.id}`, { json: { name } }).json(),
    onDone,
    refetches: [factorKey],
    onRefusal: (problem) => toast.error(problem.fields?.['name'] ?? formatRefusal(problem)),
  })
  function save(event: FormEvent) {
    event.preventDefault()
    void rename.run()
  }
  return (
    <form className="flex min-w-0 flex-1 items-end gap-2" onSubmit={save}>
      <div className="min-w-0 flex-1">
        <TextField label="패스키 이름" maxLength={50} value={name} onValue={setName} />
      </div>
      <Button type="submit" tone="primary">
        저장
      </Button>
      <Button onClick={onDone}>취소</Button>
    </form>
  )
}

/**
 * Removes one factor after a confirmation. `path`: relative to the base path of the factor
 * endpoints.
 */
function useRemoval() {
  return useServerAction({
    question: ({ name }: { name: string; path: string }) => ({
      title: `${josa(name, '을/를')} 삭제하시겠습니까?`,
      message: '삭제하면 이 수단으로는 더 이상 인증할 수 없습니다.',
      confirmLabel: '삭제',
      isDestructive: true,
    }),
    send: (api, { path }) => api.delete(`${factorPath}/${path}`).json(),
    done: (_, { name }) => `${josa(name, '을/를')} 삭제했습니다.`,
    refetches: [factorKey],
    refetchesAlways: true,
  })
}
