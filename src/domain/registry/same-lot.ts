/** A parcel: the last place name of its address and its lot 지번. */
export interface Lot {
  readonly place: string
  readonly lot: string
}

/** `가람도 솔빛시 해든구 달빛동 산 12-3` → 달빛동, 산12-3; null when there is no lot (도로명주소). */
export function lotOf(address: string): Lot | null {
  const text = address.normalize('NFKC')
  const found = /(?:^|\s)([가-힣][가-힣\d·]*(?:동|리|가))(?:\s*(산))?\s*(\d{1,5})(?:\s*-\s*(\d{1,5}))?(?![\d동])/.exec(
    text,
  )
  if (found === null) return null
  const [, place = '', hill = '', main = '', sub = ''] = found
  return { place, lot: `${hill}${Number(main)}${Number(sub) === 0 ? '' : `-${Number(sub)}`}` }
}

/** Whether both refer to the same parcel; undefined when one of them has no lot. */
export function isSameLot(a: string, b: string): boolean | undefined {
  const [one, other] = [lotOf(a), lotOf(b)]
  if (one === null || other === null) return undefined
  return one.place === other.place && one.lot === other.lot
}
