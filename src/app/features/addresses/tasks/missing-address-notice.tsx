import { formatNumber } from '#contract/text/format-number.ts'

/** Notice that `count` selected records have no address and are left out of the work. */
export function MissingAddressNotice({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <p role="status" className="rounded-control bg-warn-wash px-2.5 py-1.5 text-label text-warn">
      부동산 주소가 연결되지 않은 {formatNumber(count)}건은 빠집니다.
    </p>
  )
}
