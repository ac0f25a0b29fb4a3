/* Of <math.h>, what the rules and the searches use. */
#pragma once

#define INFINITY __builtin_inff()

float logf(float x); /* the compiler brings both */
double log(double x);

static inline float sqrtf(float x) { return __builtin_sqrtf(x); }
static inline double sqrt(double x) { return __builtin_sqrt(x); }
static inline double fabs(double x) { return __builtin_fabs(x); }
