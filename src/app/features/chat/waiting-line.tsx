import { useEffect, useState } from 'react'

/** 'generating answer' of spec 3 §2: one to three dots, another every 500 ms; they stand still for whoever wants less motion. */
export function WaitingLine({ doing }: { doing: string }) {
  const dots = useDots()
  return (
    <p role="status" className="flex text-ink-2">
      <span>{doing === '' ? '답변을 생성하고 있습니다' : doing.replace(/\.$/, '')}</span>
      <span aria-hidden className="w-6 shrink-0">
        {'.'.repeat(dots)}
      </span>
    </p>
  )
}

function useDots(): number {
  const [isStill] = useState(() => matchMedia('(prefers-reduced-motion: reduce)').matches)
  const [dots, setDots] = useState(isStill ? 3 : 1)
  useEffect(() => {
    if (isStill) return
    const timer = setInterval(() => setDots((now) => (now % 3) + 1), 500)
    return () => clearInterval(timer)
  }, [isStill])
  return dots
}
