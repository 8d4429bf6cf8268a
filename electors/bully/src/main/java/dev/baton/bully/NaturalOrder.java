// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully;

/** Compares texts as a reader would: runs of digits by their value, everything else by character. */
final class NaturalOrder {
    private NaturalOrder() {}

    static int compare(String one, String other) {
        int i = 0;
        int j = 0;
        while (i < one.length() && j < other.length()) {
            if (isDigit(one.charAt(i)) && isDigit(other.charAt(j))) {
                int endOfOne = endOfDigits(one, i);
                int endOfOther = endOfDigits(other, j);
                int byValue = compareDigits(one.substring(i, endOfOne), other.substring(j, endOfOther));
                if (byValue != 0) {
                    return byValue;
                }
                i = endOfOne;
                j = endOfOther;
            } else if (one.charAt(i) != other.charAt(j)) {
                return Character.compare(one.charAt(i), other.charAt(j));
            } else {
                i++;
                j++;
            }
        }
        return Integer.compare(one.length() - i, other.length() - j);
    }

    /** By value, however large. */
    private static int compareDigits(String one, String other) {
        String a = withoutLeadingZeros(one);
        String b = withoutLeadingZeros(other);
        int byLength = Integer.compare(a.length(), b.length());
        return byLength != 0 ? byLength : a.compareTo(b);
    }

    private static String withoutLeadingZeros(String digits) {
        int first = 0;
        while (first < digits.length() - 1 && digits.charAt(first) == '0') {
            first++;
        }
        return digits.substring(first);
    }

    private static int endOfDigits(String text, int from) {
        int end = from;
        while (end < text.length() && isDigit(text.charAt(end))) {
            end++;
        }
        return end;
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }
}
