/** `auto`: the native one where it was built and loads. */
export const KERNEL_CHOICES = ['auto', 'native', 'javascript'] as const
export type KernelChoice = (typeof KERNEL_CHOICES)[number]
