import { describeOddFiles, describeOrientations } from './odd-files.ts'

describeOrientations('in the worker', ['lossless WebP', 'AVIF'])
describeOddFiles('on the page')
describeOrientations('on the page', ['JPEG', 'PNG', 'lossy WebP', 'lossless WebP', 'AVIF'])
