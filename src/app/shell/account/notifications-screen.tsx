import type { KyInstance } from 'ky'
import { useState } from 'react'
import { useDirtyForm } from '#app/records/unstored-values/dirty-form.ts'
import { ResultView } from '#app/session/result-view.tsx'
import { useServerAction, useServerForm } from '#app/session/server-action.ts'
import { useServerQuery } from '#app/session/server-query.ts'
import { useSession } from '#app/session/session-store.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { TextField } from '#app/ui/fields/text-field.tsx'
import { useToast } from '#app/ui/overlays/toast.tsx'
import {
  emailConfirmationPath,
  notificationDevicePath,
  notificationEmailPath,
  type NotificationSettings,
  notificationsPath,
  type NotificationStatus,
  notificationStatusSchema,
  type PushSubscriptionInput,
  summaryKind,
  testNotificationPath,
} from '#contract/notifications/notifications.ts'
import { parseTimeEntry } from '#domain/dates/office-moment.ts'
import { noticeKinds } from '#domain/notifications/notices.ts'
import {
  getPermission,
  hasPush,
  setPushOwner,
  subscribeBrowser,
  unsubscribeBrowser,
} from '../notifications/push-device.ts'
import { useInstall } from './install-dialog.tsx'

const queryKey = ['notifications']

/** /account/notifications, for staff: whether this device is notified, of what and when. */
export function NotificationsScreen() {
  const query = useServerQuery(notificationsPath, notificationStatusSchema, { queryKey })
  return (
    <div className="mx-auto flex w-full max-w-[760px] flex-col gap-4 pb-8">
      <header>
        <h1 className="text-title font-semibold">알림</h1>
        <p className="measure mt-1 text-ink-2">
          기한이 다가온 일을 앱을 열지 않아도 기기의 알림으로 알려 드립니다. 알림에는 종류와 건수만 있고 이름이나 사건
          내용은 없습니다.
        </p>
      </header>
      <ResultView {...query} noun="알림 설정은">
        {(status) => (
          <>
            <DeviceSection status={status} />
            {status.email && <EmailSection key={JSON.stringify(status.email)} email={status.email} />}
            <SettingsForm key={JSON.stringify(status.settings)} settings={status.settings} />
          </>
        )}
      </ResultView>
    </div>
  )
}

function Section({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section aria-label={title} className="flex flex-col items-start gap-3 border-b py-5">
      <h2 className="font-semibold">{title}</h2>
      {children}
    </section>
  )
}

function DeviceSection({ status }: { status: NotificationStatus }) {
  const { isBusy, turnOn, turnOff, permission } = useDevice(status)
  const sendTest = useServerAction({
    send: (api) => api.post(testNotificationPath).json(),
    done: '시험 알림을 보냈습니다. 잠시 후 이 기기에 나타납니다.',
    refetches: [queryKey],
    refetchesAlways: true,
  })
  const obstacle = useObstacle(permission)
  if (obstacle !== null)
    return (
      <Section title="이 기기">
        <p className="measure text-warn">{obstacle}</p>
      </Section>
    )
  if (!status.has_device || permission !== 'granted')
    return (
      <Section title="이 기기">
        <p className="text-ink-2">이 기기는 알림을 받고 있지 않습니다.</p>
        <Button tone="primary" isBusy={isBusy} onClick={() => void turnOn()}>
          이 기기에서 알림 받기
        </Button>
      </Section>
    )
  return (
    <Section title="이 기기">
      <p className="text-ink-2">이 기기에서 알림을 받고 있습니다. 로그아웃하면 꺼집니다.</p>
      <div className="flex flex-wrap gap-2">
        <Button isBusy={sendTest.isBusy} onClick={() => void sendTest.run()}>
          시험 알림 보내기
        </Button>
        <Button tone="transparent" isBusy={isBusy} onClick={() => void turnOff()}>
          이 기기에서 끄기
        </Button>
      </div>
    </Section>
  )
}

/** Why this browser can't show notifications, in Korean; null if it can. */
function useObstacle(permission: NotificationPermission): string | null {
  const install = useInstall()
  if (!hasPush())
    return install.method === 'apple'
      ? 'iPhone과 iPad에서는 홈 화면에 설치한 앱에서만 알림을 받을 수 있습니다. 계정 메뉴의 ‘앱 설치’를 따라 설치한 뒤 그 아이콘으로 열어 주세요.'
      : '이 브라우저는 알림을 지원하지 않습니다. Chrome, Edge, Firefox, Safari, 삼성 인터넷의 최신 버전에서 받을 수 있습니다.'
  return permission === 'denied'
    ? '이 브라우저에서 알림이 차단되어 있습니다. 브라우저의 사이트 설정에서 알림을 허용한 뒤 이 화면을 다시 열어 주세요.'
    : null
}

function useDevice(status: NotificationStatus) {
  const { user } = useSession()
  const toast = useToast()
  const [permission, setPermission] = useState(getPermission)
  const [isSubscribing, setIsSubscribing] = useState(false)
  const save = useServerAction({
    send: (api, subscription: PushSubscriptionInput) => api.put(notificationDevicePath, { json: subscription }).json(),
    done: '이 기기에서 알림을 받습니다.',
    onDone: () => user && setPushOwner(user.id),
    refetches: [queryKey],
  })
  const remove = useServerAction({
    send: (api) => api.delete(notificationDevicePath).json(),
    done: '이 기기에서 알림을 껐습니다.',
    onDone: () => void unsubscribeBrowser(),
    refetches: [queryKey],
  })

  /** The browser asks for permission only after a press. */
  async function turnOn() {
    setIsSubscribing(true)
    try {
      const answer = await Notification.requestPermission()
      setPermission(answer)
      if (answer !== 'granted') return
      const subscription = await subscribeBrowser(status.public_key)
      if (subscription) await save.run(subscription)
      else toast.error('앱을 이 기기에 저장하는 중입니다. 잠시 후 다시 시도해 주세요.')
    } catch {
      toast.error('브라우저의 알림 서비스에 연결할 수 없습니다. 잠시 후 다시 시도해 주세요.')
    } finally {
      setIsSubscribing(false)
    }
  }
  return { permission, turnOn, turnOff: () => remove.run(), isBusy: isSubscribing || save.isBusy || remove.isBusy }
}

type EmailStatus = NonNullable<NotificationStatus['email']>

/** Only where the office has a mail server. */
function EmailSection({ email }: { email: EmailStatus }) {
  const remove = useServerAction({
    send: (api) => api.delete(notificationEmailPath).json(),
    refetches: [queryKey],
  })
  const { address, is_confirmed: isConfirmed, fault } = email
  if (address === '')
    return (
      <Section title="이메일">
        <p className="measure text-ink-2">
          아침 요약을 이메일로도 받을 수 있습니다. 이 기기의 알림과 따로 켜고 끕니다.
        </p>
        <AddressForm />
      </Section>
    )
  const removeButton = (label: string) => (
    <Button tone="transparent" isBusy={remove.isBusy} onClick={() => void remove.run()}>
      {label}
    </Button>
  )
  if (!isConfirmed)
    return (
      <Section title="이메일">
        <p className="measure text-ink-2">{address} 주소로 보낸 확인 코드를 15분 안에 입력해 주세요.</p>
        <CodeForm address={address} />
        {removeButton('다른 주소 쓰기')}
      </Section>
    )
  return (
    <Section title="이메일">
      {fault === null ? (
        <p className="measure text-ink-2">{address} 주소로 아침 요약을 보냅니다.</p>
      ) : (
        <p className="measure text-warn">
          메일 서버가 {address} 주소를 받지 않아 더 보내지 않습니다. 이메일을 끄고 주소를 다시 확인해 주세요.
          {fault !== '' && ` 메일 서버의 답: ${fault}`}
        </p>
      )}
      {removeButton('이메일 끄기')}
    </Section>
  )
}

const codeRequest = {
  send: (api: KyInstance, { address }: { address: string }) =>
    api.put(notificationEmailPath, { json: { address: address.trim() } }).json(),
  done: '확인 코드를 보냈습니다. 받은 메일을 확인해 주세요.',
  refetches: [queryKey],
}

function AddressForm() {
  const form = useServerForm({ address: '' }, codeRequest)
  return (
    <form
      className="flex w-full flex-wrap items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        form.onSubmit()
      }}
    >
      <div className="w-72 max-w-full">
        <TextField label="이메일 주소" inputMode="email" autoComplete="email" {...form.bind('address')} />
      </div>
      <Button type="submit" isBusy={form.isBusy}>
        확인 코드 받기
      </Button>
    </form>
  )
}

function CodeForm({ address }: { address: string }) {
  const resend = useServerAction(codeRequest)
  const form = useServerForm(
    { code: '' },
    {
      send: (api, { code }) => api.post(emailConfirmationPath, { json: { code: code.trim() } }).json(),
      done: '이메일 주소를 확인했습니다.',
      refetches: [queryKey],
    },
  )
  return (
    <form
      className="flex w-full flex-wrap items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        form.onSubmit()
      }}
    >
      <div className="w-36">
        <TextField label="확인 코드" inputMode="numeric" autoComplete="one-time-code" {...form.bind('code')} />
      </div>
      <Button type="submit" tone="primary" isBusy={form.isBusy}>
        확인
      </Button>
      <Button isBusy={resend.isBusy} onClick={() => void resend.run({ address })}>
        새 코드 받기
      </Button>
    </form>
  )
}

const kinds = [
  { key: summaryKind, label: '아침 요약' },
  ...noticeKinds.map(({ collection, label }) => ({ key: collection, label })),
]

const times = [
  { key: 'morning_at', label: '아침 알림 시각' },
  { key: 'quiet_from', label: '방해 금지 시작' },
  { key: 'quiet_until', label: '방해 금지 끝' },
] as const

function SettingsForm({ settings }: { settings: NotificationSettings }) {
  const { off, ...startTimes } = settings
  const form = useServerForm(
    { ...startTimes, ...Object.fromEntries(kinds.map(({ key }) => [key, off.includes(key) ? '' : 'on'])) },
    {
      validate: findTimeFaults,
      send: (api, fields) => api.put(notificationsPath, { json: toSettings(fields) }).json(),
      done: '알림 설정을 저장했습니다.',
      refetches: [queryKey],
    },
  )
  useDirtyForm(form.isDirty, '알림 설정')
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        form.onSubmit()
      }}
    >
      <Section title="받을 알림">
        <div className="flex flex-wrap gap-x-6">
          {kinds.map(({ key, label }) => {
            const { value, onValue } = form.bind(key)
            return (
              <label key={key} className="flex min-h-8 items-center gap-2 coarse:min-h-11">
                <input
                  type="checkbox"
                  className="size-4 accent-primary coarse:size-5"
                  checked={value === 'on'}
                  onChange={(event) => onValue(event.target.checked ? 'on' : '')}
                />
                {label}
              </label>
            )
          })}
        </div>
        <p className="measure text-label text-ink-3">
          아침 요약은 오늘까지인 일과 지난 일의 건수입니다. 나머지는 기한 바로 전 근무일에 알리고, 급하게 잡힌 기한은
          곧바로 알립니다.
        </p>
      </Section>
      <Section title="받을 시각">
        <div className="flex flex-wrap gap-4">
          {times.map(({ key, label }) => (
            <div key={key} className="w-36">
              <TextField label={label} inputMode="numeric" {...form.bind(key)} />
            </div>
          ))}
        </div>
        <p className="measure text-label text-ink-3">
          근무일에만 보냅니다. 방해 금지 시간은 자정을 넘길 수 있고, 시작과 끝이 같으면 쓰지 않습니다.
        </p>
      </Section>
      <div className="py-4">
        <Button type="submit" tone="primary" isBusy={form.isBusy}>
          저장
        </Button>
      </div>
    </form>
  )
}

type Fields = Readonly<Record<string, string>>

function findTimeFaults(fields: Fields): Fields {
  const wrong = times.filter(({ key }) => parseTime(fields[key]) === null)
  return Object.fromEntries(wrong.map(({ key }) => [key, '시각은 08:30 형식으로 입력해 주세요.']))
}

function toSettings(fields: Fields): NotificationSettings {
  const [morning, from, until] = times.map(({ key }) => parseTime(fields[key]) ?? '')
  return {
    morning_at: morning ?? '',
    quiet_from: from ?? '',
    quiet_until: until ?? '',
    off: kinds.map(({ key }) => key).filter((key) => fields[key] !== 'on'),
  }
}

/** `HH:MM`; null if it is no time of day. */
function parseTime(text = ''): string | null {
  return parseTimeEntry(text)?.slice(0, 5) ?? null
}
