/** What a soundtrack can feel like. */
export const MOODS = ['calm', 'dreamy', 'tense', 'playful', 'epic', 'nostalgic', 'dark', 'upbeat', 'romantic', 'mysterious'] as const
export type Mood = (typeof MOODS)[number]
