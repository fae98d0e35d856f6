export interface Palette {
  readonly sky: readonly [string, string, string, string]
  readonly glow: string
  readonly light: string
  readonly ranges: readonly [string, string, string]
  readonly haze: string
  readonly water: readonly [string, string]
  readonly front: string
}

export const PALETTES = {
  dusk: {
    sky: ['#10162c', '#3d3458', '#b0685c', '#f7b877'],
    glow: '#ffb560',
    light: '#ffe9c4',
    ranges: ['#7d5462', '#4a3650', '#241d31'],
    haze: '#d98d68',
    water: ['#c9805e', '#2a2238'],
    front: '#0c0a12',
  },
  night: {
    sky: ['#050914', '#0d1c33', '#1d3d57', '#4f7f8c'],
    glow: '#a9d6dc',
    light: '#f2fbff',
    ranges: ['#35586b', '#1f3b50', '#122636'],
    haze: '#5b8b97',
    water: ['#3f6f80', '#081420'],
    front: '#03070c',
  },
  dawn: {
    sky: ['#5d7ea3', '#a7a9c0', '#e9b9a8', '#ffe3c2'],
    glow: '#fff0d6',
    light: '#fffaf0',
    ranges: ['#a997a6', '#7c7890', '#4d5670'],
    haze: '#f0cdb8',
    water: ['#e8c4b2', '#566a86'],
    front: '#1c2433',
  },
} as const satisfies Record<string, Palette>
export type PaletteName = keyof typeof PALETTES
