import type { Device } from '#contract/session/session.ts'
import { Badge } from '#app/ui/display/badge.tsx'
import { Button } from '#app/ui/buttons/button.tsx'
import { momentText } from '#app/ui/display/moment-text.ts'

/** Where the user is signed in. Every device but this one can be signed out. */
export function DeviceList({ devices, onEnd }: { devices: readonly Device[]; onEnd(device: Device): void }) {
  return (
    <ul aria-label="로그인한 기기">
      {devices.map((device) => (
        <li key={device.id} className="flex flex-wrap items-start gap-x-4 gap-y-3 border-b py-4">
          <div className="min-w-0 flex-1 basis-64">
            <div className="flex flex-wrap items-center gap-2">
              <h2 className="font-semibold">{deviceName(device)}</h2>
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
            <Button data-screen-only aria-label={`${deviceName(device)} 로그아웃`} onClick={() => onEnd(device)}>
              로그아웃
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}

export function deviceName({ device }: Device): string {
  return device === '' ? '알 수 없는 기기' : device
}

/** Time and address of the last use, to tell two devices of one kind apart. */
export function lastUse({ last_used_at: at, address }: Device): string {
  return [momentText(Date.parse(at)), address].filter((word) => word !== null).join(' · ')
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
  return <time dateTime={at}>{momentText(Date.parse(at))}</time>
}
