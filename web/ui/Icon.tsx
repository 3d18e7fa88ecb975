/** Own drawings on a 24-unit grid, 1.6 stroke. One path string a drawing keeps the whole set about a kilobyte. */
const drawings = {
  search: 'M10.5 4a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13m4.8 11.3L21 21',
  place:
    'M12 21.5c4.3-4.7 6.5-8.3 6.5-11.2a6.5 6.5 0 0 0-13 0c0 2.9 2.2 6.5 6.5 11.2zM12 8a2.3 2.3 0 1 1 0 4.6A2.3 2.3 0 0 1 12 8',
  pay: 'M3 6.5h18v11H3zM12 9.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5M6 12h.01M18 12h.01',
  type: 'M3 8h18v11H3zM9 8V5h6v3M3 13h18M12 12v2.5',
  environment: 'M4 20V9.5L12 4l8 5.5V20M9.5 20v-6.5h5V20M2.5 20h19',
  clock: 'M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17M12 7.5V12l3.2 2',
  calendar: 'M4 6h16v14H4zM4 10.5h16M8 3.5V7M16 3.5V7',
  reference: 'M9 4 7 20M17 4l-2 16M4 9h16M4 15h16',
  sector: 'M4 20V4M4 20h16M8.5 16v-4M13 16V7M17.5 16v-6',
  mail: 'M3 6h18v13H3zM3 7l9 7 9-7',
  phone: 'M8.5 3.5 5 4.5c-.8 8.5 6 15.5 14.5 15l1-3.6-4.5-2.2-1.8 1.8c-2.2-.9-4.1-2.8-5-5L11 8.6z',
  link: 'M10 14a4 4 0 0 0 5.7 0l3.1-3.1a4 4 0 0 0-5.7-5.7L12 6.3M14 10a4 4 0 0 0-5.7 0l-3.1 3.1a4 4 0 0 0 5.7 5.7l1.1-1.1',
  share: 'M12 15V3.5M8 7l4-3.7L16 7M6 11H4.5v9.5h15V11H18',
  file: 'M6 3h8l4 4v14H6zM14 3v4.5h4M9 12.5h6M9 16h6',
  person: 'M12 4a4 4 0 1 1 0 8 4 4 0 0 1 0-8M4.5 20.5c.8-3.8 3.6-6 7.5-6s6.7 2.2 7.5 6',
  check: 'm4.5 12.5 5 5 10-11',
  close: 'M5.5 5.5l13 13M18.5 5.5l-13 13',
  menu: 'M3.5 6.5h17M3.5 12h17M3.5 17.5h11',
  filter: 'M4 6h16M7 12h10M10 18h4',
  down: 'm5.5 9 6.5 6.5L18.5 9',
  left: 'M20 12H4.5M11 5l-7 7 7 7',
  right: 'M4 12h15.5M13 5l7 7-7 7',
  external: 'M14 4h6v6M20 4l-9 9M17 13.5V20H4V7h6.5',
  alert: 'M12 3.5 21.5 20h-19zM12 10v4.5M12 17.2v.1',
  save: 'M6 3.5h12v17l-6-4.5-6 4.5z',
  hide: 'M4 4l16 16M9.5 6.3A9 9 0 0 1 21.5 12a13 13 0 0 1-2.6 3.3M6 8a13 13 0 0 0-3.5 4c2 3.7 5.3 6 9.5 6a9.5 9.5 0 0 0 3.5-.7',
  star: 'm12 3.5 2.6 5.6 6 .8-4.4 4.2 1.1 6.1-5.3-3-5.3 3 1.1-6.1L3.4 9.9l6-.8z',
} as const
export type IconName = keyof typeof drawings

/** Decorative unless `label` is given. `size` in px. */
export function Icon({ name, size = 20, label }: { name: IconName; size?: number; label?: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth={1.6}
      strokeLinecap="round"
      strokeLinejoin="round"
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
    >
      <path d={drawings[name]} />
    </svg>
  )
}
