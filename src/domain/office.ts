/** A seal as it is drawn: a square of `side` units with its frame, and the strokes of its letters as SVG paths. */
export interface OfficeSeal {
  readonly side: number
  /** From the edge to the middle of the line, and how thick the line is. */
  readonly frame: { readonly inset: number; readonly width: number }
  readonly strokes: readonly string[]
}

/** The fictional office of decision 30. It moves into office settings, edited by a superuser, when those are built. */
export const office = {
  name: '온결 법무사사무소',
  /** Stands before the number of its letters: 온결법무 2026-0001호. */
  letterMark: '온결법무',
  scrivener: '법무사 한온결',
  address: '서울특별시 (가상의 주소)',
  telephone: '02-000-0000',
  hours: '평일 09:00–18:00',
  seal: {
    side: 32,
    frame: { inset: 1.5, width: 2 },
    strokes: [
      'M7.2 9.3a3 3 0 1 0 6 0a3 3 0 1 0 -6 0',
      'M10.2 14.2v2.6M5.6 16.9h9.2M6.6 20.2v5.2h7.4',
      'M17.8 7.4h4.2v6.4M26.4 6.4v9.9M23.4 9.3h3M23.4 12.6h3M18.2 18.6h7.6v3.3h-7.4v3.5h8',
    ],
  },
} as const
