/* Of <time.h>, what the searches use: the page tells the time, in milliseconds. */
#pragma once

struct timespec { long long tv_sec; long tv_nsec; };
enum { CLOCK_MONOTONIC = 1 };

__attribute__((import_module("page"), import_name("now"))) double page_now(void);

static inline int clock_gettime(int clock, struct timespec *time)
{
    double now = page_now();
    (void)clock;
    time->tv_sec = (long long)(now / 1e3);
    time->tv_nsec = (long)((now - 1e3 * (double)time->tv_sec) * 1e6);
    return 0;
}
