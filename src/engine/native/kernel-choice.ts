/** Kernels that the configuration can select. `auto` selects the native kernel when it was built and loads. */
export const KERNEL_CHOICES = ['auto', 'native', 'javascript'] as const
export type KernelChoice = (typeof KERNEL_CHOICES)[number]
