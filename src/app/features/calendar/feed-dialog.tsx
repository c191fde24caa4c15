import { useId, useState } from 'react'
import { ResultView } from '#app/session/result-view.tsx'
import { useServerAction } from '#app/session/server-action.ts'
import { useServerQuery } from '#app/session/server-query.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { LinkField } from '#app/ui/fields/link-field.tsx'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import { useToast } from '#app/ui/overlays/toast.tsx'
import {
  calendarFeedPath,
  createdFeedSchema,
  type FeedChoices,
  type FeedState,
  feedStateSchema,
} from '#contract/calendar/calendar-feed.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import { maxEventsPerKind } from '#domain/calendar/feed-events.ts'
import { formatMoment } from '#domain/dates/office-moment.ts'

/** 캘린더 구독: the address under which other programs read this person's calendar. */
export function FeedDialog({ onClose }: { onClose(): void }) {
  const query = useServerQuery(calendarFeedPath, feedStateSchema, { queryKey: ['calendar-feed'], gcTime: 0 })
  const [address, setAddress] = useState<string | null>(null)
  return (
    <Dialog
      open
      // An address is shown only once, so a click outside must not close the dialog.
      isSticky={address !== null}
      title="캘린더 구독"
      description={`휴대전화나 컴퓨터의 캘린더에서 사무소 일정을 함께 봅니다. 지난 3개월부터 앞으로 18개월까지, 종류마다 오늘에 가까운 ${formatNumber(maxEventsPerKind)}건까지 보입니다. 고치는 일은 이 화면에서 합니다.`}
      onClose={onClose}
      actions={<Button onClick={onClose}>닫기</Button>}
    >
      <div className="mt-4 flex flex-col gap-5">
        {address === null ? null : <NewAddress key={address} address={address} />}
        <ResultView {...query} noun="구독 설정은">
          {({ feed }) => (
            <FeedSettings
              feed={feed}
              onChange={(state) => query.update(() => state)}
              onAddress={setAddress}
              onRetry={query.onRetry}
            />
          )}
        </ResultView>
        <SubscribeHelp />
      </div>
    </Dialog>
  )
}

/** The address of a feed, which is shown only this once. */
function NewAddress({ address }: { address: string }) {
  return (
    <section aria-label="만든 구독 주소" className="flex flex-col gap-3 rounded-panel bg-paper-sunk p-4">
      <div role="status">
        <p className="font-semibold">구독 주소를 만들었습니다.</p>
        <p className="text-ink-2">
          지금 복사해 두지 않으면 다시 볼 수 없습니다. 주소를 아는 사람은 누구나 일정을 볼 수 있으니 남에게 보내지
          마세요.
        </p>
        {address.startsWith('https:') ? null : (
          <p className="text-warn">
            이 서버는 인터넷에 열려 있지 않아, Google이나 Outlook 웹처럼 인터넷에서 가져가는 캘린더는 이 주소를 열지
            못합니다.
          </p>
        )}
      </div>
      <LinkField label="구독 주소" link={address} />
    </section>
  )
}

interface FeedSettingsProps extends FeedState {
  onChange(state: FeedState): void
  /** Called with a new address, or with null when there is none any more. */
  onAddress(address: string | null): void
  onRetry(): void
}

function FeedSettings({ feed, onChange, onAddress, onRetry }: FeedSettingsProps) {
  const toast = useToast()
  const [planned, setPlanned] = useState<FeedChoices>({ shows_names: false, is_own_only: false })
  const { shows_names, is_own_only } = feed ?? planned
  const make = useServerAction({
    question: () =>
      feed === null
        ? undefined
        : {
            title: '새 주소로 바꾸시겠습니까?',
            message: '지금 주소로 구독하던 캘린더에는 일정이 더 오지 않습니다. 새 주소를 다시 넣어야 합니다.',
            confirmLabel: '바꾸기',
          },
    send: (api) => api.post(calendarFeedPath, { json: { shows_names, is_own_only } }).json(),
    parse: createdFeedSchema.parse,
    failed: '구독 주소 만들기 실패',
    onDone({ address, ...state }) {
      onChange(state)
      onAddress(address)
    },
  })
  const change = useServerAction({
    send: (api, choices: FeedChoices) => api.put(calendarFeedPath, { json: choices }).json(),
    parse: feedStateSchema.parse,
    done: '구독 내용을 바꿨습니다. 캘린더에는 다음에 가져갈 때 나타납니다.',
    onDone: onChange,
    // It may have been ended on another device.
    onRefusal({ message }) {
      toast.error(message)
      onRetry()
    },
  })
  const end = useServerAction({
    question: () => ({
      title: '구독을 끊으시겠습니까?',
      message: '이 주소로 구독하던 모든 캘린더에 일정이 더 오지 않습니다.',
      confirmLabel: '끊기',
      isDestructive: true,
    }),
    send: (api) => api.delete(calendarFeedPath).json(),
    parse: feedStateSchema.parse,
    done: '구독을 끊었습니다.',
    failed: '구독 끊기 실패',
    onDone(state) {
      onChange(state)
      onAddress(null)
    },
  })
  const choose = (patch: Partial<FeedChoices>) => {
    const choices = { shows_names, is_own_only, ...patch }
    if (feed === null) setPlanned(choices)
    else void change.run(choices)
  }

  return (
    <section aria-label="구독 상태" className="flex flex-col gap-3 pt-4">
      <p className="tabular">{describeFeed(feed)}</p>
      <fieldset disabled={change.isBusy} className="flex flex-col">
        <legend className="sr-only">구독 내용</legend>
        <Choice
          label="이름도 넣기"
          hint="넣지 않으면 ‘등기예정일’처럼 일정의 종류만 보입니다. 넣으면 의뢰인 이름, 부동산 주소, 메모가 그 캘린더 회사의 서버에도 저장됩니다."
          isChecked={shows_names}
          onChange={(isChecked) => choose({ shows_names: isChecked })}
        />
        <Choice
          label="내 담당만"
          hint="담당자가 나인 기록과 내 휴가만 보냅니다."
          isChecked={is_own_only}
          onChange={(isChecked) => choose({ is_own_only: isChecked })}
        />
      </fieldset>
      <div className="flex flex-wrap gap-2">
        <Button tone={feed ? 'secondary' : 'primary'} isBusy={make.isBusy} onClick={() => void make.run()}>
          {feed ? '새 주소로 바꾸기' : '주소 만들기'}
        </Button>
        {feed ? (
          <Button isBusy={end.isBusy} onClick={() => void end.run()}>
            구독 끊기
          </Button>
        ) : null}
      </div>
    </section>
  )
}

function describeFeed(feed: FeedState['feed']): string {
  if (feed === null) return '아직 구독 주소가 없습니다.'
  const { made_at: madeAt, last_read_at: readAt } = feed
  const read = readAt === null ? '아직 가져간 캘린더가 없음' : `마지막으로 가져간 때 ${formatMoment(readAt)}`
  return `주소를 만든 때 ${formatMoment(madeAt)} · ${read}`
}

interface ChoiceProps {
  label: string
  hint: string
  isChecked: boolean
  onChange(isChecked: boolean): void
}

function Choice({ label, hint, isChecked, onChange }: ChoiceProps) {
  const hintId = useId()
  return (
    <div className="py-1">
      <label className="flex min-h-8 items-center gap-2 coarse:min-h-11">
        <input
          type="checkbox"
          aria-describedby={hintId}
          className="size-4 shrink-0 accent-primary coarse:size-5"
          checked={isChecked}
          onChange={(event) => onChange(event.target.checked)}
        />
        {label}
      </label>
      <p id={hintId} className="text-label text-ink-2">
        {hint}
      </p>
    </div>
  )
}

const programs = [
  {
    name: 'iPhone·iPad',
    steps:
      '설정 → 앱 → 캘린더 → 캘린더 계정 → 계정 추가 → 기타 → 구독 캘린더 추가를 차례로 누르고, ‘서버’에 주소를 붙여 넣습니다.',
  },
  {
    name: 'Google 캘린더',
    steps:
      '컴퓨터에서 calendar.google.com을 열고, 다른 캘린더 옆의 + → URL로 추가를 눌러 주소를 붙여 넣습니다. 휴대전화의 Google 캘린더에도 함께 나타납니다. 바뀐 일정은 하루쯤 뒤에 보일 수 있습니다.',
  },
  {
    name: 'Outlook',
    steps: '일정 → 일정 추가 → 웹에서 구독을 누르고, 주소를 붙여 넣은 뒤 이름을 정해 가져옵니다.',
  },
] as const

function SubscribeHelp() {
  return (
    <section aria-labelledby="subscribe-help" className="flex flex-col gap-2">
      <h3 id="subscribe-help" className="font-semibold">
        구독하는 방법
      </h3>
      <dl className="flex flex-col gap-2">
        {programs.map(({ name, steps }) => (
          <div key={name}>
            <dt className="text-label font-semibold text-ink-2">{name}</dt>
            <dd>{steps}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
