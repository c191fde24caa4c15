import { scrivenerOf, drawnSeal, type Office } from '#domain/office/office-words.ts'

type Shown = Pick<
  Office,
  'name' | 'address' | 'telephone' | 'fax' | 'email' | 'letter_mark' | 'scrivener' | 'scrivener_title'
> &
  Pick<Office, 'seal_image'> & { readonly seal_strokes: readonly string[] }

/** Preview of the head and foot of the office's letters. */
export function Letterhead({ office }: { office: Shown }) {
  const reach = [office.address, `전화 ${office.telephone}`, office.fax && `팩스 ${office.fax}`, office.email]
  return (
    <figure className="flex flex-col gap-2">
      <figcaption className="text-label font-semibold text-ink-2">공문 미리보기</figcaption>
      <div className="flex flex-col gap-3 rounded-panel border border-rule-strong bg-paper-raised px-5 py-6 font-serif">
        <div className="border-b-2 border-ink pb-2 text-center">
          <p className="text-lead font-bold break-keep">{office.name}</p>
          <p className="mt-1 text-[10px] leading-4">{reach.filter(Boolean).join(' / ')}</p>
        </div>
        <p className="text-label">문서번호 {office.letter_mark} 2026-0001호</p>
        <div aria-hidden className="flex flex-col gap-1.5 py-2">
          <span className="h-px bg-rule-strong" />
          <span className="h-px bg-rule-strong" />
          <span className="h-px w-2/3 bg-rule-strong" />
        </div>
        <div className="flex flex-col items-center gap-1 py-2">
          <p className="text-label">{office.name}</p>
          <p className="relative py-3 text-lead font-bold">
            {scrivenerOf(office)}
            <span className="absolute top-1/2 right-0 -translate-y-1/2 translate-x-1/2">
              <Seal {...office} />
            </span>
          </p>
        </div>
      </div>
    </figure>
  )
}

function Seal({ seal_image, seal_strokes }: Pick<Shown, 'seal_image' | 'seal_strokes'>) {
  if (seal_image) return <img src={seal_image} alt="직인" className="size-14 object-contain" />
  const { side, frame } = drawnSeal(seal_strokes)
  const inner = side - 2 * frame.inset
  return (
    <svg viewBox={`0 0 ${side} ${side}`} role="img" aria-label="그린 직인" className="size-14 text-seal">
      <g fill="none" stroke="currentColor" strokeWidth={frame.width} strokeLinecap="square">
        <rect x={frame.inset} y={frame.inset} width={inner} height={inner} rx="3" />
        {seal_strokes.map((stroke) => (
          <path key={stroke} d={stroke} />
        ))}
      </g>
    </svg>
  )
}
